import type { ServerInterceptingCallInterface } from "@grpc/grpc-js";
import { expect, it } from "vitest";
import { v1_0Proto } from "../proto/v1_0.ts";
import { messageCodec } from "../wire/message-codec.ts";
import { IncomingCall } from "./incoming-call.ts";

const part = messageCodec(v1_0Proto, "Part");

/** The innermost call of a later grpc-js, which keeps its stream elsewhere. */
class OtherCall {
  readonly sent: unknown[] = [];
  sendMessage(message: Buffer, taken: () => void): void {
    this.sent.push(part.decode(message));
    taken();
  }
  sendStatus({ code }: { code: number }): void {
    this.sent.push(code);
  }
}

it("sends messages one at a time where the stream is not known", () => {
  const other = new OtherCall();
  const handler = { arrived: () => {}, answer: () => {}, left: () => {} };
  const inner = other as unknown as ServerInterceptingCallInterface; // the members that this test needs
  const call = new IncomingCall(inner, "/a.Service/Method", handler);
  let taken = 0;
  call.send(part.encodeFrames([{ message: { text: "one" } }, { message: { text: "" }, number: 2 }]), () => {
    taken += 1;
  });
  call.end();
  expect(other.sent).toEqual([{ text: "one" }, { text: "" }, 0]);
  expect(taken).toBe(1);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { connect } from "@a2a/client";
import { createMessage, statusText } from "@a2a/types";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, it } from "vitest";
import { serveItkAgent } from "../src/itk-agent.ts";

const open = () => serveItkAgent({ httpPort: 0, grpcPort: 0 });

const field = (number: number, bytes: Uint8Array) =>
  new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(bytes).finish();
const texts = (number: number, value: string) => field(number, new TextEncoder().encode(value));
const flag = (number: number) => new BinaryWriter().tag(number, WireType.Varint).bool(true).finish();
const join = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

const returns = (response: string, ...more: Uint8Array[]) => field(2, join(texts(1, response), ...more));
const calls = (transport: string, uri: string, instruction: Uint8Array, ...more: Uint8Array[]) =>
  field(1, join(texts(1, transport), texts(2, uri), field(3, instruction), ...more));
const steps = (...instructions: Uint8Array[]) => field(3, join(...instructions.map((each) => field(1, each))));
const STREAMING = flag(4);
const RESUBSCRIBE = field(7, new Uint8Array());
const HOLD = flag(2);

/** Sends an instruction as the kit does, and returns the text of the finished task. */
async function send(url: string, instruction: Uint8Array): Promise<string | undefined> {
  await using agent = await connect(url);
  const raw = Buffer.from(instruction).toString("base64");
  const answer = await agent.send(createMessage([{ raw, mediaType: "application/x-protobuf" }]));
  if (!("task" in answer)) throw new Error("expected a task");
  expect(answer.task.status.state).toBe("TASK_STATE_COMPLETED");
  return statusText(answer.task);
}

describe.each(["jsonrpc", "http_json", "grpc"])("over %s, an agent of the kit", (transport) => {
  it.each([
    ["send", []],
    ["stream", [STREAMING]],
  ])("passes an instruction on by a %s, hop by hop, and returns the answers in order", async (_, how) => {
    await using first = await open();
    await using second = await open();
    const hop = (to: { url: string }, name: string, then: Uint8Array) =>
      calls(transport, to.url, steps(returns(name), then), ...how);
    const instruction = steps(returns("one"), hop(second, "two", hop(first, "three", returns("end"))));
    expect(await send(first.url, instruction)).toBe("one\ntwo\nthree\nend");
  });

  it("joins a stream again, and cancels the task that was held", async () => {
    await using first = await open();
    await using second = await open();
    expect(await send(first.url, calls(transport, second.url, returns("held", HOLD), RESUBSCRIBE))).toBe("held");
    await using agent = await connect(second.url);
    expect(await agent.listTasks()).toMatchObject({ tasks: [{ status: { state: "TASK_STATE_CANCELED" } }] });
  });

  it("has the agent that it calls notify a webhook", async () => {
    const received: { path: string | undefined; token: unknown; body: string }[] = [];
    const hook = createServer((request, response) => {
      const token = request.headers["x-a2a-notification-token"];
      void text(request).then((body) => {
        received.push({ path: request.url, token, body });
        response.end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
    const { port } = hook.address() as AddressInfo; // a TCP server has one
    try {
      await using first = await open();
      await using second = await open();
      const push = field(6, texts(1, `127.0.0.1:${port}`));
      expect(await send(first.url, calls(transport, second.url, returns("pushed"), push))).toBe("pushed");
      await expect.poll(() => received.some(({ body }) => body.includes("pushed"))).toBe(true);
      expect(received[0]).toMatchObject({ path: "/notifications", token: "itk-token" });
    } finally {
      hook.closeAllConnections();
      await new Promise((resolve) => hook.close(resolve));
    }
  });
});

it("an instruction that cannot be read fails its task, and the agent works on", async () => {
  await using served = await open();
  await using agent = await connect(served.url);
  const answer = await agent.send(createMessage([{ raw: "AAAA", mediaType: "application/x-protobuf" }]));
  expect(answer).toMatchObject({ task: { status: { state: "TASK_STATE_FAILED" } } });
  expect(await send(served.url, returns("still here"))).toBe("still here");
});

import { isA2AError, type JsonValue } from "@a2a/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { v1_0Proto } from "../proto/v1_0.ts";
import { messageCodec } from "./message-codec.ts";

const task = messageCodec(v1_0Proto, "Task");
const part = messageCodec(v1_0Proto, "Part");
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

function codeOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return isA2AError(error) ? error.code : String(error);
  }
}

/** A value nested in lists. */
function nested(depth: number): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe("the wire format", () => {
  it("is that of protocol buffers", () => {
    expect(part.encode({ text: "hi", mediaType: "a/b" }).toString("hex")).toBe("0a0268693a03612f62");
    expect(
      task.encode({ id: "t", status: { state: "TASK_STATE_WORKING", timestamp: "1970-01-01T00:00:01.500Z" } }),
    ).toEqual(hex("0a0174 1a0c 0802 1a08 0801 1080cab5ee01"));
  });

  it("skips fields of later definitions", () => {
    expect(part.decode(hex("f80101 0a026869 fa0102abcd"))).toEqual({ text: "hi" });
  });

  it("takes the last member of a group", () => {
    expect(part.decode(hex("0a0161 1a0162"))).toEqual({ url: "b" });
  });

  it("tells an empty text and null data from no content", () => {
    expect(part.decode(part.encode({ text: "" }))).toEqual({ text: "" });
    expect(part.decode(part.encode({ data: null }))).toEqual({ data: null });
    expect(part.decode(Buffer.alloc(0))).toEqual({});
  });

  it("merges a message that comes twice", () => {
    const status = hex("1a02 0802 1a04 1202 0a00");
    expect(task.decode(Buffer.concat([hex("0a0174"), status]))).toMatchObject({
      status: { state: "TASK_STATE_WORKING", message: { messageId: "" } },
    });
  });

  it("passes on the number of an unknown state", () => {
    expect(task.decode(hex("0a0174 1a02 0863"))).toMatchObject({ status: { state: 99 } });
  });

  it("keeps a member that is called __proto__", () => {
    const metadata = JSON.parse('{"__proto__":{"polluted":true}}') as JsonValue;
    const decoded = part.decode(part.encode({ text: "x", metadata }));
    expect(JSON.stringify(decoded.metadata)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("bytes that are not a message are refused", () => {
  it.each([
    ["a text that is cut off", "0a0561"],
    ["a text that is not UTF-8", "0a02c328"],
    ["a field that is longer than its message", "2204 1a0a 6161"],
    ["a number that JSON cannot express", "2209 11 000000000000f07f"],
  ])("%s", (_, bytes) => {
    expect(codeOf(() => part.decode(hex(bytes)))).toBe("PARSE_ERROR");
  });

  it("a time outside of the calendar", () => {
    const seconds = Buffer.from("0880808080808080808001", "hex");
    const status = Buffer.concat([hex("1a"), Buffer.from([seconds.length]), seconds]);
    const bytes = Buffer.concat([hex("1a"), Buffer.from([status.length]), status]);
    expect(codeOf(() => task.decode(bytes))).toBe("PARSE_ERROR");
  });

  it("any bytes are read or refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect([undefined, "PARSE_ERROR", "INVALID_REQUEST"]).toContain(codeOf(() => task.decode(bytes)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("limits", () => {
  it("hold for depth", () => {
    expect(codeOf(() => part.decode(part.encode({ data: nested(64) }), { maxDepth: 64 }))).toBeUndefined();
    expect(codeOf(() => part.decode(part.encode({ data: nested(65) }), { maxDepth: 64 }))).toBe("INVALID_REQUEST");
  });

  it("hold for the number of values", () => {
    const bytes = part.encode({ data: new Array<JsonValue>(1_000).fill(null) });
    expect(codeOf(() => part.decode(bytes, { maxNodes: 2_000 }))).toBeUndefined();
    expect(codeOf(() => part.decode(bytes, { maxNodes: 500 }))).toBe("INVALID_REQUEST");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nonJson } from "./non-json.ts";

const circular: Record<string, unknown> = { list: [] };
(circular.list as unknown[]).push(circular);

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe("nonJson", () => {
  it("accepts everything that survives JSON", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => nonJson(value, "data") === undefined));
    const shared = { a: 1 };
    class Row {
      id = 1;
    }
    expect(nonJson([shared, shared, new Date(0), new URL("https://a.example"), new Row()], "data")).toBeUndefined();
    expect(nonJson({ absent: undefined, number: Object(1), text: Object("") }, "data")).toBeUndefined();
  });

  it.each([
    [{ n: 1n }, "data.n: expected JSON, found a bigint"],
    [[{ n: Number.NaN }], "data[0].n: expected JSON, found NaN"],
    [undefined, "data: expected JSON, found undefined"],
    [[undefined], "data[0]: expected JSON, found undefined"],
    [{ run: () => 1 }, "data.run: expected JSON, found a function"],
    [circular, "data.list[0]: expected JSON, found an object that contains itself"],
    [new Map([[1, 2]]), "data: expected JSON, found a Map; Object.fromEntries(map) makes an object of it"],
    [{ seen: new Set() }, "data.seen: expected JSON, found a Set; [...set] makes a list of it"],
    [{ late: Promise.resolve(1) }, "data.late: expected JSON, found a Promise; await it first"],
    [new Error("no"), "data: expected JSON, found an Error"],
    [{ bytes: new Uint8Array(1) }, "data.bytes: expected JSON, found a Uint8Array"],
    [new FormData(), "data: expected JSON, found a FormData"],
    [{ body: new ReadableStream() }, "data.body: expected JSON, found a ReadableStream"],
    [{ signal: AbortSignal.timeout(1) }, "data.signal: expected JSON, found an AbortSignal"],
  ])("names what is not JSON: case %#", (value, sentence) => {
    expect(nonJson(value, "data")).toBe(sentence);
  });

  it("does not overflow the stack", () => {
    expect(nonJson(nested(100_000), "data")).toMatch(/nested deeper than 1000 levels$/);
  });
});

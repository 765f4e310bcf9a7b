import { isLocalError } from "@a2a/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeSse, type ServerSentEvent, type SseLimits } from "./sse-decode.ts";
import { sseComment, sseEvent, sseRetry } from "./sse-encode.ts";

// Includes lone surrogates. The fast-check unit that generates them takes seconds to set up.
const anyCharacter = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

async function* chunksOf<T>(...chunks: T[]): AsyncGenerator<T, void, void> {
  yield* chunks;
}

async function read(chunks: AsyncIterable<Uint8Array | string>, limits?: SseLimits): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of decodeSse(chunks, limits)) events.push(event);
  return events;
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe("R-150 reading an event stream", () => {
  const body =
    'id: 7\ndata: {"a":"é漢👩‍🚀"}\n\n: ping\n\nevent: error\ndata: {"b":\ndata: 2}\n\nretry: 1500\nunknown: x\ndata:{"c":3}\n\n';
  const events = [
    { data: '{"a":"é漢👩‍🚀"}', id: "7" },
    { data: '{"b":\n2}', id: "7", event: "error" },
    { data: '{"c":3}', id: "7" },
  ];

  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("works for any chunk boundaries, with lines that end in %s", async (_, end) => {
    const all = bytes(body.replaceAll("\n", end));
    for (let cut = 0; cut <= all.length; cut++) {
      expect(await read(chunksOf(all.slice(0, cut), all.slice(cut)))).toStrictEqual(events);
    }
    expect(await read(chunksOf(...[...all].map((byte) => Uint8Array.of(byte))))).toStrictEqual(events);
  });

  it("accepts strings as well as bytes, and drops a byte order mark", async () => {
    expect(await read(chunksOf("\ufeff", body.slice(0, 30), body.slice(30)))).toStrictEqual(events);
  });

  it("reports comments and the reconnection delay", async () => {
    const told: string[] = [];
    const listener = { onComment: () => told.push("comment"), onRetry: (ms: number) => told.push(`retry ${ms}`) };
    for await (const _ of decodeSse(chunksOf(body), {}, listener));
    expect(told).toStrictEqual(["comment", "retry 1500"]);
  });

  it("remembers the last id, even one without an event", async () => {
    const events = await read(chunksOf("id: 1\ndata: 1\n\ndata: 2\n\nid: 3\n\ndata: 4\n\nid\ndata: 5\n\n"));
    expect(events.map(({ id }) => id)).toStrictEqual(["1", "1", "3", ""]);
  });

  it.each([
    ['data: {"a":1}', ['{"a":1}']],
    ['data: {"a":1}\r', ['{"a":1}']],
    ['data: {"a":1}\n', ['{"a":1}']],
    ['data: {"a":', []],
    ["data: [DO", []],
    ["dat", []],
    ["", []],
  ])("accepts an unterminated last event only if its JSON is complete: %j", async (text, data) => {
    expect((await read(chunksOf(bytes(text)))).map((event) => event.data)).toStrictEqual(data);
  });

  it("yields events as soon as they are complete", async () => {
    const reading = decodeSse(chunksOf("data: 1\n\ndata: 2\n\nda", "ta: 3\n\n"));
    expect((await reading.next()).value).toStrictEqual({ data: "1" });
    await reading.return?.();
  });
});

describe("R-225 limits of an event stream", () => {
  const limits = { maxEventLength: 100 };

  it.each([
    [
      "a long line",
      [
        "data: ",
        ..."x"
          .repeat(50)
          .split("")
          .map((x) => x.repeat(10)),
      ],
    ],
    ["many short lines", Array.from({ length: 50 }, () => "data: 12345\n")],
    ["one chunk", [`data: ${"x".repeat(101)}\n\n`]],
    ["a field that is no data", ["event: ", "e".repeat(200)]],
  ])("stop at %s", async (_, chunks) => {
    const error = await read(chunksOf(...chunks), limits).catch((thrown: unknown) => thrown);
    expect(isLocalError(error, "LIMIT")).toBe(true);
  });

  it("do not count consumed events", async () => {
    const many = Array.from({ length: 100 }, (_, index) => `data: ${index}\n\n: ${"x".repeat(20)}\n`);
    expect(await read(chunksOf(...many), limits)).toHaveLength(100);
  });
});

describe("writing an event stream", () => {
  it("puts an event on one line", () => {
    expect(sseEvent("{}")).toBe("data: {}\n\n");
    expect(sseEvent("{}", 4)).toBe("id: 4\ndata: {}\n\n");
    expect(sseEvent("{}", undefined, "error")).toBe("event: error\ndata: {}\n\n");
    expect(sseComment("a\r\nb\n\ndata: forged")).toBe(": a b data: forged\n\n");
    expect(sseRetry(1499.6)).toBe("retry: 1500\n\n");
    expect(sseRetry(-1)).toBe("retry: 0\n\n");
  });

  it("round-trips any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.nat(), fc.nat({ max: 40 }), async (text, id, cut) => {
        const all = bytes(sseComment(text) + sseEvent(JSON.stringify({ text }), id));
        const [event] = await read(chunksOf(all.slice(0, cut), all.slice(cut)));
        expect(event).toStrictEqual({ data: JSON.stringify({ text }), id: String(id) });
      }),
    );
  });
});

import { isLocalError } from "@a2a/types";
import { createParser } from "eventsource-parser";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeSse, type SseLimits } from "./sse-decode.ts";

/** The callbacks of a reader, in order. */
type Told = { data: string; id?: string; event?: string } | "comment" | { retryMs: number } | "too long";

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", " ", ":", "é", "👩‍🚀", "\0", "\ufeff", "7"), maxLength: 8 }),
  fc.nat({ max: 9_999 }).map(String),
);
const line = fc.oneof(
  { arbitrary: fc.constant(""), weight: 3 },
  fc
    .tuple(
      fc.constantFrom("data", "event", "id", "retry", "", "other", "Data"),
      fc.constantFrom(":", ": ", ":  "),
      value,
    )
    .map((pieces) => pieces.join("")),
  fc.constantFrom("data", "id", "event", "retry", "dat"),
);
/** A stream in which every event is complete, with any of the three line endings. */
const stream = fc
  .tuple(fc.constantFrom("", "\ufeff", "\ufeff\ufeff"), fc.array(fc.tuple(line, fc.constantFrom("\n", "\r", "\r\n"))))
  .map(([mark, lines]) => `${mark}${lines.flat().join("")}\n\n`);
const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });

async function* chop(text: string, positions: readonly number[]): AsyncGenerator<Uint8Array, void, void> {
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  for (const to of positions.toSorted((a, b) => a - b)) {
    yield bytes.slice(from, to);
    from = to;
  }
  yield bytes.slice(from);
}

async function ours(text: string, positions: readonly number[], limits?: SseLimits): Promise<Told[]> {
  const told: Told[] = [];
  const listener = { onComment: () => told.push("comment"), onRetry: (retryMs: number) => told.push({ retryMs }) };
  try {
    for await (const event of decodeSse(chop(text, positions), limits, listener)) told.push(event);
  } catch (error) {
    if (!isLocalError(error, "LIMIT")) throw error;
    told.push("too long");
  }
  return told;
}

function theirs(text: string): Told[] {
  const told: Told[] = [];
  let lastId: string | undefined;
  const parser = createParser({
    onId: (id) => {
      lastId = id;
    },
    onEvent: ({ data, event }) => {
      told.push({ data, ...(lastId !== undefined && { id: lastId }), ...(event !== undefined && { event }) });
    },
    onComment: () => told.push("comment"),
    onRetry: (retryMs) => told.push({ retryMs }),
  });
  parser.feed(text);
  return told;
}

/** Events of one chunk follow its callbacks, so the two are compared separately. */
const events = (told: readonly Told[]) => told.filter((entry) => typeof entry === "object" && "data" in entry);
const beside = (told: readonly Told[]) =>
  told.filter((entry) => entry === "comment" || (typeof entry === "object" && "retryMs" in entry));

describe("an event stream, split anywhere", () => {
  it("R-150 gives the same events as another parser reading it whole", async () => {
    await fc.assert(
      fc.asyncProperty(stream, cuts, async (text, positions) => {
        const [read, expected] = [await ours(text, positions), theirs(text)];
        expect(events(read)).toStrictEqual(events(expected));
        expect(beside(read)).toStrictEqual(beside(expected));
      }),
      { numRuns: 500 },
    );
  });

  it("R-225 exceeds the limit or not regardless of the split, and earlier events are read", async () => {
    await fc.assert(
      fc.asyncProperty(stream, cuts, fc.nat({ max: 30 }), async (text, positions, maxEventLength) => {
        const whole = await ours(text, [], { maxEventLength });
        const cut = await ours(text, positions, { maxEventLength });
        expect(events(cut)).toStrictEqual(events(whole));
        expect(cut.includes("too long")).toBe(whole.includes("too long"));
      }),
      { numRuns: 300 },
    );
  });

  it("R-225 stops at an endless line of any field", async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<string, void, void> {
      for (yield "x-unknown: "; ; asked++) yield "x".repeat(100);
    }
    await expect(decodeSse(endless(), { maxEventLength: 1_000 }).next()).rejects.toMatchObject({ code: "LIMIT" });
    expect(asked).toBeLessThanOrEqual(10);
  });
});

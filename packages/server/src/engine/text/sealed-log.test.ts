import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextEntry } from "./log-entry.ts";
import { openLog, sealLog } from "./sealed-log.ts";

describe("a sealed log", () => {
  it("restores its entries, for any text and from any offset", () => {
    // Now and then an entry too large to share a text with others.
    const content = fc.oneof(
      { weight: 40, arbitrary: fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)) },
      { weight: 1, arbitrary: fc.constant(JSON.stringify("x".repeat(70_000))) },
    );
    const whole = fc.record({ content, answered: fc.option(fc.nat(), { nil: undefined }) });
    const chunk = fc.record({
      content,
      frame: fc.constantFrom({ front: '{"a":', back: "}" }, { front: '{"b":[', back: "]}" }),
    });
    const contents = fc.array(fc.oneof(whole, chunk), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(contents, fc.nat(210), fc.integer({ min: 1, max: 210 }), (all, after, limit) => {
        const entries = all.map((one, index) => {
          if ("answered" in one) return new TextEntry(index + 1, index + 1, `{"whole":${one.content}}`, one.answered);
          const { frame, content: own } = one;
          return new TextEntry(index + 1, index + 1, `${frame.front}${own}${frame.back}`, undefined, true, frame, own);
        });
        expect(openLog(sealLog(entries), after, limit).map(shown)).toEqual(
          entries.slice(after, after + limit).map(shown),
        );
      }),
    );
  });
});

function shown({ seq, generation, json, answered, isShown }: TextEntry): object {
  return { seq, generation, json, answered, isShown };
}

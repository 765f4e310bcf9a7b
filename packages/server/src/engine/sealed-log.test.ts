import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextEntry } from "./log-entry.ts";
import { openLog, sealLog } from "./sealed-log.ts";

describe("a sealed log", () => {
  it("opens to the entries it was made of, whatever text they hold and wherever a reader begins", () => {
    // Now and then an entry too large to share a text with others.
    const text = fc.oneof(
      { weight: 40, arbitrary: fc.string({ unit: "binary" }) },
      { weight: 1, arbitrary: fc.constant("x".repeat(70_000)) },
    );
    const contents = fc.array(fc.tuple(text, fc.option(fc.nat(), { nil: undefined })), {
      minLength: 1,
      maxLength: 150,
    });
    fc.assert(
      fc.property(contents, fc.nat(160), fc.integer({ min: 1, max: 160 }), (all, after, limit) => {
        const entries = all.map(
          ([content, answered], index) => new TextEntry(index + 1, JSON.stringify({ content }), answered),
        );
        expect(openLog(sealLog(entries), after, limit)).toEqual(entries.slice(after, after + limit));
      }),
    );
  });
});

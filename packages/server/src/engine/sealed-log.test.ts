import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextEntry } from "./log-entry.ts";
import { openLog, sealLog } from "./sealed-log.ts";

describe("a sealed log", () => {
  it("opens to the entries it was made of, whatever text they hold", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.option(fc.nat(), { nil: undefined })), { minLength: 1, maxLength: 32 }),
        (contents) => {
          const entries = contents.map(
            ([content, answered], index) => new TextEntry(index + 1, JSON.stringify({ content }), answered),
          );
          expect(openLog(sealLog(entries) ?? "")).toEqual(entries);
        },
      ),
    );
  });

  it("is not made of a long one", () => {
    expect(sealLog([new TextEntry(1, `{"x":"${"x".repeat(70_000)}"}`)])).toBeUndefined();
    expect(sealLog(Array.from({ length: 33 }, (_, n) => new TextEntry(n + 1, "{}")))).toBeUndefined();
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkJson, type JsonLimits } from "./json.ts";
import { JsonCounter } from "./json-text.ts";

const checkJsonText = (text: string, limits?: JsonLimits) => new JsonCounter(limits).addText(text);

describe("JsonCounter", () => {
  it("agrees with checkJson on any document", () => {
    const limits = fc.record({ maxDepth: fc.nat({ max: 4 }), maxNodes: fc.integer({ min: 1, max: 12 }) });
    const indent = fc.constantFrom(undefined, 2, "\t");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), indent, limits, (value, space, bounds) => {
        const text = JSON.stringify(value, undefined, space);
        const reason = checkJsonText(text, bounds);
        const other = checkJson(JSON.parse(text), bounds);
        // A document may exceed both limits; which one is named is then a matter of order.
        expect(reason === undefined).toBe(other === undefined);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['["a\\"]}[{,,,"]', undefined],
    ['["\\\\",["x"]]', undefined],
    ['["\\\\\\"",[[]]]', "nested deeper than 2 levels"],
    ["[[],[],{}]", undefined],
    ["[1,2,3,4]", "holds more than 4 values"],
    ["[[ ],{\n}]", undefined],
    ['{"a":{"b":{}}}', "nested deeper than 2 levels"],
    ['"no end', undefined],
  ])("counts values and levels in %s", (text, reason) => {
    expect(checkJsonText(text, { maxDepth: 2, maxNodes: 4 })).toBe(reason);
  });

  it("stops at the limit, however long the text is", () => {
    expect(checkJsonText("[".repeat(5_000_000))).toBe("nested deeper than 64 levels");
    expect(checkJsonText(`[${"0,".repeat(5_000_000)}0]`)).toBe("holds more than 100000 values");
  });
});

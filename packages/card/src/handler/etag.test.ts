import * as fc from "fast-check";
import { expect, it } from "vitest";
import { etagOf, matchesEtag } from "./etag.ts";

it("is strong, and the same for the same text", () => {
  expect(etagOf("a card")).toMatch(/^"[0-9a-f]{32}"$/);
  expect(etagOf("a card")).toBe(etagOf("a card"));
});

it("distinguishes texts that differ in one character or in order", () => {
  const text = JSON.stringify({ name: "Tide Clerk", description: "Answers tide questions", skills: [] });
  const variants = new Set([etagOf(text)]);
  for (let index = 0; index < text.length; index++) {
    variants.add(etagOf(`${text.slice(0, index)}~${text.slice(index + 1)}`));
    variants.add(etagOf(text.slice(0, index) + text.slice(index + 1)));
  }
  expect(variants.size).toBeGreaterThan(text.length * 1.9);
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(etagOf(one) === etagOf(other)).toBe(one === other);
    }),
  );
});

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  [undefined, false],
])("If-None-Match %j names the tag: %j", (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches);
});

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { duplicateKeys } from "./duplicate-keys.ts";

it.each([
  ["at the top", '{"name":"a","url":"b","name":"c"}', ["/name"]],
  ["written with an escape", '{"name":"a","n\\u0061me":"c"}', ["/name"]],
  ["below", '{"a":{"b":1,"b":2}}', ["/a/b"]],
  ["in a list", '{"skills":[{"id":"a"},{"id":"a","tags":[1,2],"id":"b"}]}', ["/skills/1/id"]],
  ["in lists of lists", '[[1,[{"x":1,"x":2}]]]', ["/0/1/0/x"]],
  ["with names that pointers escape", '{"a/b~c":{"":1,"":2}}', ["/a~1b~0c/"]],
  ["three times", '{"a":1,"a":2,"a":3}', ["/a", "/a"]],
  ["after a nested object", '{"a":{"b":1},"b":{"a":1},"a":2}', ["/a"]],
])("finds a duplicate member %s", (_, text, pointers) => {
  expect(duplicateKeys(text).map(({ pointer }) => pointer)).toEqual(pointers);
});

it("is not deceived by values, or by quotes and brackets inside of texts", () => {
  expect(duplicateKeys('{"a":"a","b":"{\\"a\\":1,\\"a\\":2}","c":["a","a"],"d":"\\\\","e":"]}"}')).toEqual([]);
});

it("finds nothing in what JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(duplicateKeys(JSON.stringify(value, undefined, indent))).toEqual([]);
    }),
  );
});

it("finds a duplicate member at any position", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, pick) => {
      const keys = Object.keys(value);
      const key = keys[pick % keys.length] ?? "";
      const text = `{"outer":[0,${JSON.stringify(value).slice(0, -1)},${JSON.stringify(key)}:null}]}`;
      expect(duplicateKeys(text).map((found) => found.key)).toEqual([key]);
    }),
  );
});

it("handles long texts and deep nesting", () => {
  expect(duplicateKeys(JSON.stringify({ a: '\\"'.repeat(500_000) }))).toEqual([]);
  expect(duplicateKeys("[".repeat(50_000) + "]".repeat(50_000))).toEqual([]);
});

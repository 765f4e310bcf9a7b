import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonObject, jsonValue } from "../arbitraries/values.ts";
import { assignJson, checkJson, isJsonObject, type JsonObject, type JsonValue, setMember } from "./json.ts";

function nested(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 1; level < depth; level++) value = level % 2 === 0 ? [value] : { inner: value };
  return value;
}

describe("checkJson", () => {
  it("accepts ordinary documents", () => {
    fc.assert(fc.property(jsonValue, (value) => checkJson(value) === undefined));
  });

  it("counts the levels, up to the limit and not beyond", () => {
    expect(checkJson(nested(64))).toBeUndefined();
    expect(checkJson(nested(65))).toBe("nested deeper than 64 levels");
    expect(checkJson(nested(3), { maxDepth: 2 })).toBe("nested deeper than 2 levels");
    expect(checkJson("text", { maxDepth: 0 })).toBeUndefined();
  });

  it("does not overflow the stack with 300,000 levels, whatever the limit", () => {
    const deep = nested(300_000);
    expect(checkJson(deep)).toBe("nested deeper than 64 levels");
    expect(checkJson(deep, { maxDepth: 1_000_000, maxNodes: 1_000_000 })).toBe("nested deeper than 1000 levels");
    expect(checkJson(nested(1_000), { maxDepth: 1_000_000 })).toBeUndefined();
  });

  it("counts every value, containers included", () => {
    expect(checkJson([1, { a: 2, b: 3 }], { maxNodes: 5 })).toBeUndefined();
    expect(checkJson([1, { a: 2, b: 3 }], { maxNodes: 4 })).toBe("holds more than 4 values");
    expect(checkJson(Array<JsonValue>(100_000).fill(0))).toBe("holds more than 100000 values");
  });
});

describe("assignJson", () => {
  it("keeps a __proto__ key as data and leaves every prototype alone", () => {
    const target = assignJson({}, JSON.parse('{"__proto__":{"admin":true},"a":1}'));
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect(Object.keys(target)).toStrictEqual(["__proto__", "a"]);
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });

  it("copies any object", () => {
    fc.assert(
      fc.property(jsonObject, (source) => {
        expect(assignJson({}, source)).toStrictEqual(source);
      }),
    );
  });

  it("lets the later member win", () => {
    expect(assignJson({ a: 1, b: 1 }, { b: 2 })).toStrictEqual({ a: 1, b: 2 });
  });
});

describe("setMember", () => {
  it("sets __proto__ as an ordinary member, also repeatedly", () => {
    const target: JsonObject = {};
    setMember(target, "__proto__", 1);
    setMember(target, "__proto__", 2);
    expect(JSON.stringify(target)).toBe('{"__proto__":2}');
  });
});

describe("isJsonObject", () => {
  it("distinguishes objects from other values", () => {
    expect([{}, { a: 1 }].every(isJsonObject)).toBe(true);
    expect([[], null, "x", 1, true, undefined].some(isJsonObject)).toBe(false);
  });
});

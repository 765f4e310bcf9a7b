import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "@a2a/types";
import { jsonValue } from "@a2a/types/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalJson } from "./equal.ts";

describe("equalJson", () => {
  it("agrees with a full comparison", () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (a, b) => {
        const copy = JSON.parse(JSON.stringify(a)) as JsonValue;
        expect(equalJson(a, copy)).toBe(true);
        expect(equalJson(a, b)).toBe(isDeepStrictEqual(a, b));
      }),
    );
  });

  it.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ 0: 1 }, [1], false],
    [null, {}, false],
    [undefined, null, false],
    [undefined, undefined, true],
  ])("%j and %j: %j", (a, b, same) => {
    expect(equalJson(a as JsonValue, b as JsonValue)).toBe(same);
  });

  it("handles deep nesting", () => {
    const deep = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as JsonValue;
    expect(equalJson(deep(50_000), deep(50_000))).toBe(true);
    expect(equalJson(deep(50_000), deep(50_001))).toBe(false);
  });
});

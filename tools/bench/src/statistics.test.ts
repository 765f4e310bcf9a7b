import { describe, expect, it } from "vitest";
import { quantile, ratios, spread } from "./statistics.ts";

describe("quantile", () => {
  it.each([
    [[7], 0.5, 7],
    [[1, 3], 0.5, 2],
    [[1, 2, 3, 4, 5], 0.25, 2],
    [[1, 2, 3, 4], 0.75, 3.25],
    [[1, 2, 3, 4], 1, 4],
  ])("of %j at %d is %d", (sorted, share, expected) => {
    expect(quantile(sorted, share)).toBeCloseTo(expected);
  });

  it("rejects an empty series", () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});

describe("spread", () => {
  it("sorts numerically, without changing the series", () => {
    const values = [10, 9, 100, 1, 2];
    expect(spread(values)).toEqual({ median: 9, low: 2, high: 10 });
    expect(values).toEqual([10, 9, 100, 1, 2]);
  });

  it("is robust against one outlier", () => {
    expect(spread([1, 1, 1, 1, 1000])).toEqual({ median: 1, low: 1, high: 1 });
  });
});

describe("ratios", () => {
  it("compares round by round, so that a slow round cancels out", () => {
    expect(ratios([2, 200, 4], [1, 100, 2])).toEqual([2, 2, 2]);
  });

  it("rejects a baseline without a figure", () => {
    expect(() => ratios([1, 2], [1])).toThrow("round 1");
    expect(() => ratios([1], [0])).toThrow(RangeError);
  });
});

import { expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

const bounds = { firstMs: 1_000, maxMs: 60_000 };

it("doubles the longest wait with each attempt, up to a limit", () => {
  const waits = [0, 1, 2, 5, 6, 5_000].map((failed) => backoffMs(failed, { ...bounds, random: () => 1 }));
  expect(waits).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

it("is random, except for the part that is fixed", () => {
  expect(backoffMs(3, { ...bounds, random: () => 0 })).toBe(0);
  expect(backoffMs(3, { ...bounds, random: () => 0.25 })).toBe(2_000);
  expect(backoffMs(3, { ...bounds, fixed: 0.5, random: () => 0 })).toBe(4_000);
  expect(backoffMs(3, { ...bounds, fixed: 0.5, random: () => 1 })).toBe(8_000);
});

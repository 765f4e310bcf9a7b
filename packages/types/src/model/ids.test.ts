import { describe, expect, it } from "vitest";
import { createId } from "./ids.ts";

describe("createId", () => {
  it("creates UUIDs of version 7", () => {
    for (let count = 0; count < 1_000; count++) {
      expect(createId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it("writes the time into the first 48 bits, whole milliseconds only", () => {
    const now = Date.UTC(2026, 2, 1, 9, 15);
    const time = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);
    expect(time(createId(now))).toBe(now);
    expect(time(createId(now + 0.75))).toBe(now);
    expect(createId(0)).toMatch(/^00000000-0000-7/);
  });

  it("sorts by time", () => {
    const times = [0, 1, 255, 4_096, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
    const ids = times.map((time) => createId(time));
    expect(ids.toSorted()).toStrictEqual(ids);
  });

  it("is unique over 100,000 ids of one millisecond", () => {
    const ids = new Set(Array.from({ length: 100_000 }, () => createId(1_700_000_000_000)));
    expect(ids.size).toBe(100_000);
  });

  it("uses every random bit", () => {
    const digits = Array.from({ length: 36 }, () => new Set<string>());
    for (let count = 0; count < 2_000; count++) {
      for (const [position, digit] of [...createId(0)].entries()) digits[position]?.add(digit);
    }
    const seen = digits.map((values) => values.size);
    // The time, the version and the hyphens are constant, the variant has two random bits, everything else four.
    expect(seen).toStrictEqual([...Array(15).fill(1), 16, 16, 16, 1, 4, 16, 16, 16, 1, ...Array(12).fill(16)]);
  });
});

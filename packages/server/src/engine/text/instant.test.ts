import { describe, expect, it } from "vitest";
import { microsOf, timestampOf } from "./instant.ts";

describe("microsOf", () => {
  it("compares times of different precision as instants (R-38)", () => {
    expect(microsOf("2026-03-01T09:15:00.25Z")).toBe(microsOf("2026-03-01T09:15:00.250Z"));
    expect(microsOf("2026-03-01T09:15:00Z")).toBeLessThan(microsOf("2026-03-01T09:15:00.000001Z"));
    expect(microsOf("2026-03-01T09:15:00.2509Z") - microsOf("2026-03-01T09:15:00.25Z")).toBe(900);
    expect(microsOf("2026-03-01T09:15:00.123456789Z") % 1_000_000).toBe(123_456);
  });

  it("reads back what timestampOf writes", () => {
    expect(microsOf(timestampOf(1_772_356_500_250))).toBe(1_772_356_500_250_000);
  });

  it.each(["", "yesterday", "2026-03-01", "2026-03-01T09:15:00", "2026-13-01T09:15:00Z", '2026-03-01T09:15:00Z (")'])(
    "refuses %j",
    (text) => {
      expect(() => microsOf(text)).toThrow(TypeError);
    },
  );
});

import { Base64Schema, TimestampSchema } from "@a2a/types/schemas";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOlderTime } from "./older-time.ts";
import { toBase64, toInstant } from "./scalars.ts";

describe("R-119…R-121 timestamps", () => {
  it.each([
    ["2026-03-01T09:15:00Z", "2026-03-01T09:15:00.000Z"],
    ["2026-03-01T09:15:00.25Z", "2026-03-01T09:15:00.250Z"],
    ["2026-03-01T09:15:00.123456789Z", "2026-03-01T09:15:00.123Z"],
    ["2026-03-01T09:15:00+02:00", "2026-03-01T07:15:00.000Z"],
    ["2026-03-01T09:15:00-0530", "2026-03-01T14:45:00.000Z"],
    ["2026-03-01T09:15:00", "2026-03-01T09:15:00.000Z"],
    ["2026-03-01 09:15:00,5", "2026-03-01T09:15:00.500Z"],
    ["2026-03-01t09:15:00z", "2026-03-01T09:15:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ])("%s is %s", (text, instant) => {
    expect(toInstant(text)).toBe(instant);
    expect(TimestampSchema.safeParse(instant).success).toBe(true);
  });

  it.each([
    "",
    "now",
    "2026-03-01",
    "2026-02-30T09:15:00Z",
    "2026-13-01T09:15:00Z",
    "2026-03-01T24:00:00Z",
    "2026-03-01T09:15:00+99:99",
    "9999-12-31T23:59:59-05:00",
    "+12026-03-01T09:15:00Z",
    `2026-03-01T09:15:00.${"1".repeat(100)}Z`,
  ])("%s is not a timestamp", (text) => {
    expect(toInstant(text)).toBeUndefined();
  });

  it("recognizes the format of older protocol versions", () => {
    expect(["2026-03-01T09:15:00", "2026-03-01T09:15:00.1+02:00", "2026-03-01T09:15:00Z"].every(isOlderTime)).toBe(
      true,
    );
    expect(["2026-03-01 09:15:00", "2026-03-01T09:15:00+25:00", "later"].some(isOlderTime)).toBe(false);
  });
});

describe("R-122 bytes", () => {
  it("are accepted in either alphabet, with and without padding", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
        const standard = Buffer.from(bytes).toString("base64");
        expect(toBase64(standard)).toBe(standard);
        expect(toBase64(Buffer.from(bytes).toString("base64url"))).toBe(standard);
        expect(toBase64(standard.replace(/=+$/, ""))).toBe(standard);
        expect(Base64Schema.safeParse(standard).success).toBe(true);
      }),
    );
  });

  it.each(["A", "AAAAA", "AA=A", "A===", "äöü", "AA AA", "AA\nAA"])("reject %j", (text) => {
    expect(toBase64(text)).toBeUndefined();
  });
});

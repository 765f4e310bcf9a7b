import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cleanText } from "./clean-text.ts";

it.each([
  ["line breaks and tabs", "low\r\n\twater", "low water"],
  ["line and paragraph separators", "low\u2028water\u2029now\u0085then", "low water now then"],
  ["control characters", "low\u0000 \u001b[31mwater\u0007", "low [31mwater"],
  ["bidirectional marks", "low \u202eretaw\u202c \u2066x\u2069\u200f", "low retaw x"],
  ["tags", "low water\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}", "low water"],
  ["zero-width blanks", "lo\u200bw wa\u2060ter\ufeff", "low water"],
  ["hidden variation selectors", "low\ufe01\u{e0121} water", "low water"],
  ["half characters", "low \ud83c water", "low water"],
  ["private use", "low\ue000 water", "low water"],
])("removes %s", (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

it("keeps characters that languages need", () => {
  const text = "نمی\u200cخواهم 👩\u200d🚀 ❤\ufe0f naïve 東京";
  expect(cleanText(text)).toBe(text);
});

it("cuts at 200 characters, never inside one", () => {
  expect(cleanText("x".repeat(200))).toBe("x".repeat(200));
  expect(cleanText("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
  expect(cleanText(`${"x".repeat(198)}🌊🌊`)).toBe(`${"x".repeat(198)}…`);
  expect(cleanText("🌊".repeat(101)).isWellFormed()).toBe(true);
});

it("returns one plain line of bounded length for any input", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.integer({ min: 1, max: 300 }), (text, maxLength) => {
      const clean = cleanText(text, maxLength);
      expect(clean.length).toBeLessThanOrEqual(maxLength);
      expect(clean).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e01ef}]/u);
      expect(clean.isWellFormed()).toBe(true);
    }),
  );
});

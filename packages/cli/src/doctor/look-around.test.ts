import { expect, it } from "vitest";
import { compareClocks } from "./look-around.ts";

const now = Date.parse("2026-01-01T12:00:00Z");

it.each([
  ["Thu, 01 Jan 2026 12:00:59 GMT", []],
  ["Thu, 01 Jan 2026 12:05:00 GMT", ["the server's clock is 300 s ahead of this machine's"]],
  ["Thu, 01 Jan 2026 11:58:00 GMT", ["the server's clock is 120 s behind this machine's"]],
  ["yesterday", []],
])("compares the clock of a server that says %s", (date, expected) => {
  expect(compareClocks({ date }, now).map(({ message }) => message)).toEqual(expected);
});

it("ignores a response without a date", () => {
  expect(compareClocks({}, now)).toEqual([]);
});

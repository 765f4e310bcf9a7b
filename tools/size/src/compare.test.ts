import { expect, it } from "vitest";
import { compare, countedAt } from "./compare.ts";

const sizes = [
  { door: "@a2a/bridge/v1_0", gzip: 6000 },
  { door: "@a2a/card", gzip: 8001 },
  { door: "@a2a/types", gzip: 99_999 },
];

it("accepts a door at its limit, refuses one byte more, and leaves doors without a limit alone", () => {
  expect(compare(sizes, { "@a2a/bridge/v1_0": 6, "@a2a/card": 8 }).map(({ ok }) => ok)).toEqual([true, false, true]);
});

it("refuses a limit for a door that does not exist", () => {
  expect(() => compare(sizes, { "@a2a/gone": 2 })).toThrow("@a2a/gone");
});

it("takes limits that leave shared packages out of the count", () => {
  const limits = { "@a2a/card": { kb: 9, external: ["@a2a/types"] } };
  expect(compare(sizes, limits)[1]).toMatchObject({ limitKb: 9, ok: true });
  expect(countedAt(limits, "@a2a/card")).toMatchObject({ external: ["@a2a/types"] });
  expect(countedAt({ "@a2a/card": 8 }, "@a2a/card")).toEqual({});
});

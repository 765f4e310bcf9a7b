import { expect, it } from "vitest";
import { compare, countedAt } from "./compare.ts";

const sizes = [
  { entry: "@a2a/bridge/v1_0", gzip: 6000 },
  { entry: "@a2a/card", gzip: 8001 },
  { entry: "@a2a/types", gzip: 99_999 },
];

it("accepts an entry point at its limit, rejects one byte more, and ignores entry points without a limit", () => {
  expect(compare(sizes, { "@a2a/bridge/v1_0": 6, "@a2a/card": 8 }).map(({ ok }) => ok)).toEqual([true, false, true]);
});

it("rejects a limit for an unknown entry point", () => {
  expect(() => compare(sizes, { "@a2a/gone": 2 })).toThrow("@a2a/gone");
});

it("accepts limits that exclude shared packages", () => {
  const limits = { "@a2a/card": { kb: 9, external: ["@a2a/types"] } };
  expect(compare(sizes, limits)[1]).toMatchObject({ limitKb: 9, ok: true });
  expect(countedAt(limits, "@a2a/card")).toMatchObject({ external: ["@a2a/types"] });
  expect(countedAt({ "@a2a/card": 8 }, "@a2a/card")).toEqual({});
});

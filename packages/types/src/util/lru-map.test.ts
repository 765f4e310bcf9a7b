import { expect, it } from "vitest";
import { LruMap } from "./lru-map.ts";

it("keeps the most recently used entries up to its limit", () => {
  const map = new LruMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareKeys, SortedKeys } from "./sorted-keys.ts";

const key = fc.record({ statusAt: fc.nat(50), id: fc.constantFrom(..."abcdefghijklmnop") });

describe("SortedKeys", () => {
  it("matches a sorted array after any sequence of additions and removals", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { selector: (k) => `${k.statusAt}${k.id}`, maxLength: 60 }),
        fc.array(fc.nat(59)),
        key,
        (keys, removed, bound) => {
          const sorted = new SortedKeys();
          for (const item of keys) sorted.add(item);
          const gone = new Set(removed.map((index) => keys[index]));
          for (const item of gone) if (item) sorted.remove(item);
          const expected = keys.filter((item) => !gone.has(item)).sort(compareKeys);
          expect(sorted.size).toBe(expected.length);
          expect([...sorted.below(undefined)]).toEqual([...expected].reverse());
          expect([...sorted.below(bound)]).toEqual(expected.filter((item) => compareKeys(item, bound) < 0).reverse());
          expect(sorted.countFrom(bound)).toBe(expected.filter((item) => compareKeys(item, bound) >= 0).length);
        },
      ),
    );
  });

  it("stays in order over many chunks", () => {
    const sorted = new SortedKeys();
    const keys = Array.from({ length: 5_000 }, (_, n) => ({ statusAt: (n * 7_919) % 5_000, id: `${n}` }));
    for (const item of keys) sorted.add(item);
    for (const item of keys.slice(0, 4_000)) sorted.remove(item);
    const rest = keys.slice(4_000).sort(compareKeys);
    expect([...sorted.below(undefined)]).toEqual([...rest].reverse());
    const middle = rest[500] ?? { statusAt: 0, id: "" };
    expect(sorted.countFrom(middle)).toBe(500);
    expect([...sorted.below(middle)]).toHaveLength(500);
  });

  it("ignores the removal of an unknown key", () => {
    const sorted = new SortedKeys();
    sorted.remove({ statusAt: 1, id: "a" });
    sorted.add({ statusAt: 1, id: "a" });
    sorted.remove({ statusAt: 1, id: "b" });
    sorted.remove({ statusAt: 2, id: "a" });
    expect(sorted.size).toBe(1);
  });
});

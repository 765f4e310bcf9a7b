import { describe, expect, it } from "vitest";
import { FairShare } from "./fair-share.ts";

const [alice, bob, carol] = [{ name: "alice" }, { name: "bob" }, { name: "carol" }];

function filled(limit: number, counts: [owner: object, count: number][]) {
  const share = new FairShare<object, { owner: object; n: number }>(limit);
  for (const [owner, count] of counts) {
    for (let n = 0; n < count; n++) {
      share.take(owner);
      share.setRemovable(owner, { owner, n }, true);
    }
  }
  return share;
}

describe("FairShare", () => {
  it("lets an owner at its share make room among its own, oldest first", () => {
    const share = filled(6, [
      [alice, 3],
      [bob, 3],
    ]);
    expect(share.isFull).toBe(true);
    expect(share.victim(alice)).toEqual({ owner: alice, n: 0 });
  });

  it("lets an owner below its share displace the one that has most", () => {
    const share = filled(9, [
      [alice, 5],
      [bob, 3],
      [carol, 1],
    ]);
    expect(share.victim(carol)).toEqual({ owner: alice, n: 0 });
    expect(share.victim({ name: "new" })).toEqual({ owner: alice, n: 0 });
  });

  it("never lets anybody push another below its share", () => {
    const share = filled(4, [
      [alice, 2],
      [bob, 2],
    ]);
    expect(share.victim(alice)).toEqual({ owner: alice, n: 0 });
    expect(share.victim(bob)).toEqual({ owner: bob, n: 0 });
  });

  it("finds nothing when nothing may be removed", () => {
    const share = new FairShare<object, object>(2);
    share.take(alice);
    share.take(alice);
    expect(share.victim(alice)).toBeUndefined();
    expect(share.victim(bob)).toBeUndefined();
  });

  it("forgets what is given back", () => {
    const share = new FairShare<object, object>(1);
    const item = {};
    share.take(alice);
    share.setRemovable(alice, item, true);
    share.give(alice, item);
    expect([share.total, share.isFull, share.victim(alice)]).toEqual([0, false, undefined]);
  });
});

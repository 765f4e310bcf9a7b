import { describe, expect, it } from "vitest";
import { type Evictable, FairShare, Quota } from "./fair-share.ts";

interface Item extends Evictable<Item> {
  readonly owner: string;
  readonly n: number;
}

function filled(limit: number, counts: Record<string, number>) {
  const share = new FairShare<Item>(limit);
  const quotas: Record<string, Quota<Item>> = {};
  for (const [owner, count] of Object.entries(counts)) {
    const quota = new Quota<Item>();
    quotas[owner] = quota;
    for (let n = 0; n < count; n++) {
      share.take(quota);
      quota.markEvictable({ owner, n, evictable: undefined });
    }
  }
  const victim = (owner: string) => share.victim(quotas[owner] ?? new Quota());
  return { share, victim };
}

describe("FairShare", () => {
  it("evicts the oldest items of an owner that has reached its share", () => {
    const { share, victim } = filled(6, { alice: 3, bob: 3 });
    expect(share.isFull).toBe(true);
    expect(victim("alice")).toMatchObject({ owner: "alice", n: 0 });
  });

  it("evicts from the largest owner in favor of one below its share", () => {
    const { victim } = filled(9, { alice: 5, bob: 3, carol: 1 });
    expect(victim("carol")).toMatchObject({ owner: "alice", n: 0 });
    expect(victim("somebody new")).toMatchObject({ owner: "alice", n: 0 });
  });

  it("never evicts an owner below its share", () => {
    const { victim } = filled(4, { alice: 2, bob: 2 });
    expect(victim("alice")).toMatchObject({ owner: "alice", n: 0 });
    expect(victim("bob")).toMatchObject({ owner: "bob", n: 0 });
  });

  it("finds no victim when nothing is evictable", () => {
    const share = new FairShare<Item>(2);
    const alice = new Quota<Item>();
    share.take(alice);
    share.take(alice);
    expect(share.victim(alice)).toBeUndefined();
    expect(share.victim(new Quota())).toBeUndefined();
  });

  it("counts evictable items as free, by weight and within fair shares", () => {
    const share = new FairShare<Item>(10);
    const [alice, bob] = [new Quota<Item>(), new Quota<Item>()];
    const item: Item = { owner: "alice", n: 6, evictable: undefined };
    share.take(alice, 6);
    share.take(bob, 3);
    const fits = (quota: Quota<Item>, amount: number) => share.fits(quota, amount, ({ n }) => n);
    expect([fits(alice, 1), fits(alice, 2), fits(bob, 2)]).toEqual([true, false, false]);
    alice.markEvictable(item);
    expect([fits(alice, 7), fits(alice, 8), fits(bob, 7), fits(new Quota(), 7)]).toEqual([true, false, true, true]);
  });

  it("forgets released items", () => {
    const share = new FairShare<Item>(1);
    const alice = new Quota<Item>();
    const item: Item = { owner: "alice", n: 0, evictable: undefined };
    share.take(alice);
    alice.markEvictable(item);
    alice.pin(item);
    share.give(alice);
    expect([share.total, share.isFull, share.victim(alice)]).toEqual([0, false, undefined]);
  });
});

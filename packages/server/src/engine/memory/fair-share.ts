import { LinkedList, type ListNode } from "../../util/linked-list.ts";

/**
 * Chooses the item to evict when a limit is reached. An owner at or above its fair share loses one of its own items. For an owner below
 * its share, the largest owner above its share loses one. So no owner can webhook another below its share.
 */
export class FairShare<Item extends Evictable<Item>> {
  readonly limit: number;
  /** The quotas in use. */
  readonly #quotas = new Set<Quota<Item>>();
  #total = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The sum over all owners. */
  get total(): number {
    return this.#total;
  }

  get isFull(): boolean {
    return this.#total >= this.limit;
  }

  /** Charges an owner's quota, by default with one item. */
  take(quota: Quota<Item>, amount = 1): void {
    if (quota.used === 0 && amount > 0) this.#quotas.add(quota);
    quota.used += amount;
    this.#total += amount;
  }

  /** Credits an owner's quota. */
  give(quota: Quota<Item>, amount = 1): void {
    quota.used -= amount;
    this.#total -= amount;
    if (quota.used === 0) this.#quotas.delete(quota);
  }

  /** The item to evict on behalf of an owner; `undefined` when none is evictable. */
  victim(mine: Quota<Item>): Item | undefined {
    const share = this.#share(mine);
    if (mine.used >= share) return mine.evictable.first;
    let richest = { used: share, evictable: mine.evictable };
    for (const quota of this.#quotas) {
      if (quota.used > richest.used && quota.evictable.size > 0) richest = quota;
    }
    return richest.evictable.first;
  }

  /** Whether an owner can be charged with `amount`, counting the items that may be evicted for it as free. */
  fits(mine: Quota<Item>, amount: number, weigh: (item: Item) => number): boolean {
    let free = this.limit - this.#total;
    if (free >= amount) return true;
    const share = this.#share(mine);
    const mayDisplace = mine.used < share;
    for (const quota of this.#quotas) {
      if (quota !== mine && !(mayDisplace && quota.used > share)) continue;
      for (const item of quota.evictable) {
        free += weigh(item);
        if (free >= amount) return true;
      }
    }
    return false;
  }

  #share(mine: Quota<Item>): number {
    const owners = this.#quotas.size + (mine.used > 0 ? 0 : 1);
    return Math.max(1, Math.floor(this.limit / owners));
  }
}

/** An item that can be evicted. */
export interface Evictable<Item> {
  /** Its position among the evictable items of its owner; absent while it is pinned. */
  evictable: ListNode<Item> | undefined;
}

/** One owner's use of a limit. */
export class Quota<Item extends Evictable<Item>> {
  used = 0;
  /** The items that can be evicted, oldest first. */
  readonly evictable: LinkedList<Item>;

  /** @param evictable Shared by the quotas of one owner that limit the same items in several ways. */
  constructor(evictable = new LinkedList<Item>()) {
    this.evictable = evictable;
  }

  /** Makes an item evictable. */
  markEvictable(item: Item): void {
    item.evictable ??= this.evictable.add(item);
  }

  /** Protects an item from eviction. */
  pin(item: Item): void {
    if (item.evictable) this.evictable.remove(item.evictable);
    item.evictable = undefined;
  }
}

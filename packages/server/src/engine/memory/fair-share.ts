import { LinkedList, type ListNode } from "../../collections/linked-list.ts";

/**
 * Chooses what to evict when a limit is reached. An owner at or above its fair share makes room among its own items; one below
 * its share may displace those of an owner above it. So nobody can push others below their share.
 */
export class FairShare<Item extends Evictable<Item>> {
  readonly limit: number;
  /** The quotas in use. */
  readonly #quotas = new Set<Quota<Item>>();
  #total = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** How many items there are, over all owners. */
  get total(): number {
    return this.#total;
  }

  get isFull(): boolean {
    return this.#total >= this.limit;
  }

  /** Takes one more place for an owner. */
  take(quota: Quota<Item>): void {
    if (quota.count === 0) this.#quotas.add(quota);
    quota.count += 1;
    this.#total += 1;
  }

  /** Gives an owner's place back, with the item that was there, if there was one. */
  give(quota: Quota<Item>, item?: Item): void {
    if (item) quota.pin(item);
    quota.count -= 1;
    this.#total -= 1;
    if (quota.count === 0) this.#quotas.delete(quota);
  }

  /** The item to evict so that an owner gets one more place; `undefined` when none may be evicted. */
  victim(mine: Quota<Item>): Item | undefined {
    const owners = this.#quotas.size + (mine.count > 0 ? 0 : 1);
    const share = Math.max(1, Math.floor(this.limit / owners));
    if (mine.count >= share) return mine.evictable.first;
    let richest = { count: share, evictable: mine.evictable };
    for (const quota of this.#quotas) {
      if (quota.count > richest.count && quota.evictable.size > 0) richest = quota;
    }
    return richest.evictable.first;
  }
}

/** An item that can be evicted. */
export interface Evictable<Item> {
  /** Its position among the evictable items of its owner; absent while it is pinned. */
  evictable: ListNode<Item> | undefined;
}

/** What one owner uses of a limit. */
export class Quota<Item extends Evictable<Item>> {
  count = 0;
  /** The items that can be evicted, oldest first. */
  readonly evictable = new LinkedList<Item>();

  /** From now on an item can be evicted. */
  markEvictable(item: Item): void {
    item.evictable ??= this.evictable.add(item);
  }

  /** From now on an item cannot be evicted. */
  pin(item: Item): void {
    if (item.evictable) this.evictable.remove(item.evictable);
    item.evictable = undefined;
  }
}

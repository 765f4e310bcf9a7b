import { LinkedList, type ListNode } from "../../collections/linked-list.ts";

/**
 * Who may take the place of whom when a limit is reached. An owner who holds its share or more makes room among its own items;
 * one below its share may displace those of an owner above it. So nobody can push others below their share.
 */
export class FairShare<Item extends Removable<Item>> {
  readonly limit: number;
  /** Those who have any. */
  readonly #holdings = new Set<Holding<Item>>();
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

  /** An owner gets one more place. */
  take(holding: Holding<Item>): void {
    if (holding.count === 0) this.#holdings.add(holding);
    holding.count += 1;
    this.#total += 1;
  }

  /** An owner gives a place back, with the item that was there, if there was one. */
  give(holding: Holding<Item>, item?: Item): void {
    if (item) holding.keep(item);
    holding.count -= 1;
    this.#total -= 1;
    if (holding.count === 0) this.#holdings.delete(holding);
  }

  /** What has to go so that an owner can have one more place; `undefined` when nothing may. */
  victim(mine: Holding<Item>): Item | undefined {
    const owners = this.#holdings.size + (mine.count > 0 ? 0 : 1);
    const share = Math.max(1, Math.floor(this.limit / owners));
    if (mine.count >= share) return mine.removable.first;
    let richest = { count: share, removable: mine.removable };
    for (const holding of this.#holdings) {
      if (holding.count > richest.count && holding.removable.size > 0) richest = holding;
    }
    return richest.removable.first;
  }
}

/** What can be removed to make room. */
export interface Removable<Item> {
  /** Its place among those that may be removed now. */
  spare: ListNode<Item> | undefined;
}

/** What one owner holds. */
export class Holding<Item extends Removable<Item>> {
  count = 0;
  /** What may be removed to make room; the one that became removable first goes first. */
  readonly removable = new LinkedList<Item>();

  /** From now on an item may be removed. */
  spare(item: Item): void {
    item.spare ??= this.removable.add(item);
  }

  /** From now on it may not, or it is gone. */
  keep(item: Item): void {
    if (item.spare) this.removable.remove(item.spare);
    item.spare = undefined;
  }
}

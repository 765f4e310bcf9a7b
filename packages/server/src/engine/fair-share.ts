/**
 * Who may take the place of whom when a limit is reached. An owner who holds its share or more makes room among its own items;
 * one below its share may displace those of an owner above it. So nobody can push others below their share.
 */
export class FairShare<Owner extends object, Item extends object> {
  readonly limit: number;
  readonly #holdings = new Map<Owner, { count: number; removable: Set<Item> }>();
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
  take(owner: Owner): void {
    const holding = this.#holdings.get(owner) ?? { count: 0, removable: new Set() };
    this.#holdings.set(owner, holding);
    holding.count += 1;
    this.#total += 1;
  }

  /** An owner gives a place back, with the item that was there, if there was one. */
  give(owner: Owner, item?: Item): void {
    const holding = this.#holdings.get(owner);
    if (!holding) return;
    if (item) holding.removable.delete(item);
    holding.count -= 1;
    this.#total -= 1;
    if (holding.count === 0) this.#holdings.delete(owner);
  }

  /** Whether an item may be removed to make room; the one that became removable first goes first. */
  setRemovable(owner: Owner, item: Item, removable: boolean): void {
    const items = this.#holdings.get(owner)?.removable;
    if (removable) items?.add(item);
    else items?.delete(item);
  }

  /** What has to go so that an owner can have one more place; `undefined` when nothing may. */
  victim(owner: Owner): Item | undefined {
    const mine = this.#holdings.get(owner);
    const owners = this.#holdings.size + (mine ? 0 : 1);
    const share = Math.max(1, Math.floor(this.limit / owners));
    if (mine && mine.count >= share) return oldest(mine.removable);
    let richest = { count: share, removable: mine?.removable ?? new Set<Item>() };
    for (const holding of this.#holdings.values()) {
      if (holding.count > richest.count && holding.removable.size > 0) richest = holding;
    }
    return oldest(richest.removable);
  }
}

function oldest<Item>(items: ReadonlySet<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}

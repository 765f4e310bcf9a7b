/**
 * A queue from which anything can be taken out in one step. A set could do that too, but one that is filled and emptied all the time
 * leaves its outgrown tables to the garbage collector, and with them, for a good while, everything that was in them.
 */
export class Chain<Item> {
  #first: Link<Item> | undefined;
  #last: Link<Item> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The item that has been there longest. */
  get first(): Item | undefined {
    return this.#first?.item;
  }

  /** The item that came last. */
  get last(): Item | undefined {
    return this.#last?.item;
  }

  /** Adds an item at the end; with the link it can be taken out again. */
  add(item: Item): Link<Item> {
    const link: Link<Item> = { item, before: this.#last, after: undefined };
    if (this.#last) this.#last.after = link;
    else this.#first = link;
    this.#last = link;
    this.#size += 1;
    return link;
  }

  /** Takes an item out. It must be there. */
  remove(link: Link<Item>): void {
    const { before, after } = link;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    this.#size -= 1;
    // What is out must not lead back to those that came after it, which would be kept as long as it is.
    link.before = undefined;
    link.after = undefined;
  }

  /** From the first to the last; the one at hand may be taken out meanwhile. */
  *[Symbol.iterator](): Generator<Item, void, void> {
    let link = this.#first;
    while (link) {
      const { item, after } = link;
      yield item;
      link = after;
    }
  }
}

/** The place of an item in its chain. */
export interface Link<Item> {
  readonly item: Item;
  before: Link<Item> | undefined;
  after: Link<Item> | undefined;
}

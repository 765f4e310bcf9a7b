/**
 * A doubly linked list with O(1) removal. A `Set` could do the same, but one that is filled and emptied all the time leaves its
 * outgrown hash tables to the garbage collector, and with them, for a while, every item they held.
 */
export class LinkedList<Item> {
  #head: ListNode<Item> | undefined;
  #tail: ListNode<Item> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The oldest item. */
  get first(): Item | undefined {
    return this.#head?.item;
  }

  /** The newest item. */
  get last(): Item | undefined {
    return this.#tail?.item;
  }

  /** Appends an item; the node removes it again. */
  add(item: Item): ListNode<Item> {
    const node: ListNode<Item> = { item, before: this.#tail, after: undefined };
    if (this.#tail) this.#tail.after = node;
    else this.#head = node;
    this.#tail = node;
    this.#size += 1;
    return node;
  }

  /** Removes a node of this list. */
  remove(node: ListNode<Item>): void {
    const { before, after } = node;
    if (before) before.after = after;
    else this.#head = after;
    if (after) after.before = before;
    else this.#tail = before;
    this.#size -= 1;
    // A removed node that still pointed into the list would keep its successors alive.
    node.before = undefined;
    node.after = undefined;
  }

  /** Oldest first. The current item may be removed while iterating. */
  *[Symbol.iterator](): Generator<Item, void, void> {
    let node = this.#head;
    while (node) {
      const { item, after } = node;
      yield item;
      node = after;
    }
  }
}

/** An item's position in its list. */
export interface ListNode<Item> {
  readonly item: Item;
  before: ListNode<Item> | undefined;
  after: ListNode<Item> | undefined;
}

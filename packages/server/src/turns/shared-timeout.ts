import { LinkedList, type ListNode } from "../util/linked-list.ts";

/** One timer for many waits of the same length: a wait that ends in time costs a list entry, not a timer. */
export class SharedTimeout<Item> {
  readonly #ms: number;
  readonly #onDue: (item: Item) => void;
  /** In the order in which they are due. */
  readonly #waits = new LinkedList<Wait<Item>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onDue: (item: Item) => void) {
    this.#ms = ms;
    this.#onDue = onDue;
  }

  /** Begins a wait, to be ended by `delete`. */
  add(item: Item): Wait<Item> {
    const wait: Wait<Item> = { item, dueAt: performance.now() + this.#ms, link: undefined };
    wait.link = this.#waits.add(wait);
    if (this.#timer === undefined) this.#arm(this.#ms);
    return wait;
  }

  /** Ends a wait, if it is not over. */
  delete(wait: Wait<Item>): void {
    if (wait.link) this.#waits.remove(wait.link);
    wait.link = undefined;
  }

  #arm(ms: number): void {
    // A timer set for longer would go off at once.
    this.#timer = setTimeout(() => this.#ring(), Math.min(Math.max(ms, 1), 2 ** 31 - 1));
    if (typeof this.#timer === "object" && "unref" in this.#timer) this.#timer.unref();
  }

  #ring(): void {
    this.#timer = undefined;
    const now = performance.now();
    let wait = this.#waits.first;
    while (wait && wait.dueAt <= now) {
      this.delete(wait);
      this.#onDue(wait.item);
      wait = this.#waits.first;
    }
    if (wait && this.#timer === undefined) this.#arm(wait.dueAt - now);
  }
}

/** One of the waits. */
export interface Wait<Item> {
  readonly item: Item;
  readonly dueAt: number;
  link: ListNode<Wait<Item>> | undefined;
}

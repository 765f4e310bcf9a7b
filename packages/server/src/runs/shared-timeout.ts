/** One timer for many waits of the same length: what ends in time costs an entry in a list, not a timer. */
export class SharedTimeout<Item> {
  readonly #ms: number;
  readonly #onDue: (item: Item) => void;
  /** When each is due, in the order in which they are. */
  readonly #dueAt = new Map<Item, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onDue: (item: Item) => void) {
    this.#ms = ms;
    this.#onDue = onDue;
  }

  add(item: Item): void {
    this.#dueAt.set(item, performance.now() + this.#ms);
    if (this.#timer === undefined) this.#arm(this.#ms);
  }

  delete(item: Item): void {
    this.#dueAt.delete(item);
  }

  #arm(ms: number): void {
    // A timer set for longer would go off at once.
    this.#timer = setTimeout(() => this.#ring(), Math.min(Math.max(ms, 1), 2 ** 31 - 1));
    if (typeof this.#timer === "object" && "unref" in this.#timer) this.#timer.unref();
  }

  #ring(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const [item, dueAt] of this.#dueAt) {
      if (dueAt > now) {
        this.#arm(dueAt - now);
        return;
      }
      this.#dueAt.delete(item);
      this.#onDue(item);
    }
  }
}

/** The ids of processed deliveries, kept for the replay window, so that repeated deliveries are recognized. */
export class SeenDeliveries {
  readonly #seen = new Map<string, number>();
  readonly #windowMs: number;
  readonly #max: number;
  readonly #now: () => number;

  constructor(windowMs: number, max: number, now: () => number) {
    this.#windowMs = windowMs;
    this.#max = max;
    this.#now = now;
  }

  /** Whether a delivery was processed already. */
  has(id: string): boolean {
    const at = this.#seen.get(id);
    return at !== undefined && this.#now() - at < this.#windowMs;
  }

  /** Stores a delivery id. Ids that are too old are evicted, and the oldest ones when there are too many. */
  add(id: string): void {
    const now = this.#now();
    this.#seen.delete(id);
    this.#seen.set(id, now);
    for (const [old, at] of this.#seen) {
      if (now - at < this.#windowMs && this.#seen.size <= this.#max) break;
      this.#seen.delete(old);
    }
  }
}

/** How many calls begin in one iteration of the event loop. */
const PER_ITERATION = 32;

/**
 * Spreads calls that arrive together over iterations of the event loop, so that others are served in between. A call that is canceled while it
 * waits never begins. Calls that are reset at once mostly arrive in one read with their resets (CVE-2023-44487): while some do, all wait
 * until the loop has polled.
 */
export class ArrivalQueue<Call> {
  readonly #begin: (call: Call) => void;
  #isScheduled = false;
  #begun = 0;
  #dropped = 0;
  #isFlooded = false;
  /** In the order of their arrival. */
  readonly #waiting = new Set<Call>();
  readonly #onIteration = () => this.#nextIteration();

  constructor(begin: (call: Call) => void) {
    this.#begin = begin;
  }

  add(call: Call): void {
    if (!this.#isScheduled) this.#schedule();
    if (this.#isFlooded || this.#begun === PER_ITERATION) {
      this.#waiting.add(call);
      return;
    }
    this.#begun += 1;
    this.#begin(call);
  }

  /** Forgets a call that was canceled. */
  drop(call: Call): void {
    if (this.#waiting.delete(call)) this.#dropped += 1;
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(this.#onIteration);
  }

  #nextIteration(): void {
    this.#isScheduled = false;
    this.#isFlooded = this.#dropped > 0;
    this.#dropped = 0;
    this.#begun = 0;
    for (const call of this.#waiting) {
      if (this.#begun === PER_ITERATION) break;
      this.#begun += 1;
      this.#waiting.delete(call);
      this.#begin(call);
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}

/** How many calls may be repeated. */
export interface RetryBudgetOptions {
  /** Which part of the calls. Default 0.1. */
  ratio?: number;
  /** How many a second in any case, so that a client with little to do can repeat at all. Default 3. */
  minPerSecond?: number;
  /** The time in milliseconds, on a monotonic clock. */
  now?: () => number;
}

/** Keeps repeated calls a small part of all calls, so that callers do not bring an agent down that is already struggling. */
export class RetryBudget {
  readonly #ratio: number;
  readonly #minPerSecond: number;
  readonly #now: () => number;
  #earned = 0;
  #reserve: number;
  #at: number;

  constructor({ ratio = 0.1, minPerSecond = 3, now = () => performance.now() }: RetryBudgetOptions = {}) {
    this.#ratio = ratio;
    this.#minPerSecond = minPerSecond;
    this.#now = now;
    this.#reserve = minPerSecond;
    this.#at = now();
  }

  /** A call is made. */
  request(): void {
    this.#earned = Math.min(100, this.#earned + this.#ratio);
  }

  /** Whether a call may be repeated now; if so, that is spent. */
  take(): boolean {
    const now = this.#now();
    this.#reserve = Math.min(this.#minPerSecond, this.#reserve + ((now - this.#at) / 1000) * this.#minPerSecond);
    this.#at = now;
    if (this.#reserve >= 1) this.#reserve--;
    else if (this.#earned >= 1) this.#earned--;
    else return false;
    return true;
  }
}

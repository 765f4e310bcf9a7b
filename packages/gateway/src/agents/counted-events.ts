import type { Budget } from "@a2a/server/backend-kit";
import { NoRoomError, SMALL } from "./answer-budget.ts";

/** The events of a stream whose messages a meter counts. A large one counts until the next is asked for. */
export class CountedEvents<T> implements AsyncIterableIterator<T, void> {
  readonly #events: AsyncIterator<T, void>;
  readonly #meter: { readonly bytes: number };
  readonly #budget: Budget;
  readonly #caller: string | undefined;
  #seen: number;
  #taken = 0;

  constructor(
    events: AsyncIterator<T, void>,
    meter: { readonly bytes: number },
    seen: number,
    budget: Budget,
    caller: string | undefined,
  ) {
    this.#events = events;
    this.#meter = meter;
    this.#seen = seen;
    this.#budget = budget;
    this.#caller = caller;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Counts what was read when the stream began. */
  begin(): Promise<void> {
    return this.#count();
  }

  async next(): Promise<IteratorResult<T, void>> {
    this.#give();
    const read = await this.#events.next();
    await this.#count();
    return read;
  }

  async return(): Promise<IteratorResult<T, void>> {
    this.#give();
    await this.#events.return?.();
    return { done: true, value: undefined };
  }

  async #count(): Promise<void> {
    const size = this.#meter.bytes - this.#seen;
    this.#seen = this.#meter.bytes;
    if (size <= SMALL) return;
    const bytes = Math.min(size, this.#budget.share);
    if (!this.#budget.take(this.#caller, bytes)) {
      await this.return();
      throw new NoRoomError(this.#budget.total);
    }
    this.#taken = bytes;
  }

  #give(): void {
    if (this.#taken > 0) this.#budget.give(this.#caller, this.#taken);
    this.#taken = 0;
  }
}

import { afterPoll } from "../util/scheduler.ts";

/**
 * Starts one large piece of work per iteration of the event loop, in the order of the requests. Several of them back to back would delay all
 * other callers by their sum.
 */
export class HeavyWork {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the work may begin. */
  turn(): Promise<void> {
    this.#last = this.#last.then(afterPoll);
    return this.#last;
  }
}

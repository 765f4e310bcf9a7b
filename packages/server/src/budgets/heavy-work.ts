import { afterPoll } from "../util/scheduler.ts";

/**
 * Lets one large piece of work begin per turn of the event loop, in the order in which they ask. Several of them back to back would
 * keep everybody else waiting for their sum.
 */
export class HeavyWork {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the work may begin. */
  turn(): Promise<void> {
    this.#last = this.#last.then(afterPoll);
    return this.#last;
  }
}

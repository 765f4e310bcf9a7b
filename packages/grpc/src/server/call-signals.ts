/** How many are kept for later calls. */
const MAX_FREE = 256;

/**
 * Signals by which the parties to a call learn that its client has gone. A new one, with a listener, costs as much as reading a message, so
 * one that was not aborted serves later calls: the parties to a call that is over no longer listen.
 */
export class CallSignals {
  readonly #free: AbortController[] = [];

  take(): AbortController {
    return this.#free.pop() ?? new AbortController();
  }

  giveBack(controller: AbortController): void {
    if (!controller.signal.aborted && this.#free.length < MAX_FREE) this.#free.push(controller);
  }
}

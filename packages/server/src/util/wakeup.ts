import { abortable } from "./abortable.ts";

/** A bell for those who wait for work. */
export class Wakeup {
  #waiting: PromiseWithResolvers<void> | undefined;

  /** Resolves at the next `wake`. */
  wait(signal?: AbortSignal): Promise<void> {
    this.#waiting ??= Promise.withResolvers<void>();
    return abortable(this.#waiting.promise, signal);
  }

  wake(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }
}

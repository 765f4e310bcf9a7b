import { onceAborted } from "./once-aborted.ts";

/** A counting semaphore: who finds no place waits in line. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Takes a place; the function that is returned gives it back. Rejects with the reason of the signal when that aborts first. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#release();
      isReleased = true;
    };
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        release();
        resolve();
      };
      this.#waiting.add(enter);
      const release = onceAborted(signal, () => {
        this.#waiting.delete(enter);
        reject(signal?.reason);
      });
    });
  }
}

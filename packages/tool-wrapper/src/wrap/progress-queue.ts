/** Yields the latest progress at intervals; outdated progress is dropped. */
export class ProgressQueue<T> {
  readonly #intervalMs: number;
  #latest: T | undefined;
  #ended = false;
  #wake: () => void = () => {};

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  put(progress: T): void {
    this.#latest = progress;
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *drain(): AsyncGenerator<T, void, void> {
    for (;;) {
      const latest = this.#latest;
      this.#latest = undefined;
      if (latest !== undefined) {
        yield latest;
        if (!this.#ended) await this.#pause(this.#intervalMs);
      }
      if (this.#ended && this.#latest === undefined) return;
      if (this.#latest === undefined) await this.#pause(undefined);
    }
  }

  /** Resolves at the end, or without a time limit also on news. */
  #pause(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      this.#wake = () => {
        if (ms !== undefined && !this.#ended) return;
        clearTimeout(timer);
        resolve();
      };
      if (this.#ended || (ms === undefined && this.#latest !== undefined)) this.#wake();
    });
  }
}

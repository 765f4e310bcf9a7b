import type { ServerResponse } from "node:http";

/** The responses whose readers are slow: how much is buffered for them, and how long they have been waiting. */
export class StalledResponses {
  readonly #maxBytes: number;
  readonly #stalledMs: number;
  /** Those that wait longest come first. */
  readonly #waiting = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(maxBytes: number, stalledMs: number) {
    this.#maxBytes = maxBytes;
    this.#stalledMs = stalledMs;
  }

  /** How many bytes are buffered for readers that are slow. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when the reader has taken what was buffered: with `false` when it did not in time, and was disconnected. */
  wait(response: ServerResponse, gone: AbortSignal, event: "drain" | "finish"): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isTaken: boolean) => {
        clearTimeout(timer);
        response.off(event, taken);
        response.off("close", left);
        gone.removeEventListener("abort", left);
        this.#remove(response);
        if (!isTaken) response.destroy();
        resolve(isTaken);
      };
      const taken = () => settle(true);
      const left = () => settle(false);
      let buffered = response.writableLength;
      const timer = setInterval(() => {
        // Taking a part of it is progress, too.
        const isSlow = response.writableLength < buffered;
        buffered = response.writableLength;
        if (!isSlow) left();
      }, this.#stalledMs);
      response.once(event, taken);
      response.once("close", left);
      gone.addEventListener("abort", left, { once: true });
      this.#add(response);
      if (gone.aborted || response.destroyed) left();
    });
  }

  #add(response: ServerResponse): void {
    const bytes = response.writableLength;
    this.#waiting.set(response, bytes);
    this.#bytes += bytes;
    for (const [oldest] of this.#waiting) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  #remove(response: ServerResponse): void {
    this.#bytes -= this.#waiting.get(response) ?? 0;
    this.#waiting.delete(response);
  }
}

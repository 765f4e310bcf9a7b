import { A2AError } from "@a2a/types";

/** How many messages a caller may send within a time. */
export interface Quota {
  messages: number;
  /** The length of the time. Default one day. */
  perMs?: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

const MAX_CALLERS = 100_000;

/** Counts messages of callers against their quotas. */
export class Quotas {
  readonly #windows = new Map<string, Window>();

  /** Counts a message. Throws `RATE_LIMITED` when the quota is used up. */
  take(key: string, { messages, perMs = 86_400_000 }: Quota): void {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { used: 0, endsAt: now + perMs };
      this.#windows.delete(key);
      this.#windows.set(key, window);
      // The one that began first is the next to end.
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > MAX_CALLERS && oldest !== undefined) this.#windows.delete(oldest);
    }
    if (window.used >= messages) {
      const message = `The quota of ${messages} messages is used up`;
      throw new A2AError("RATE_LIMITED", message, { retryAfterMs: window.endsAt - now });
    }
    window.used++;
  }
}

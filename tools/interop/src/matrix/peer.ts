/** An agent to call, with control over its tasks. */
export interface MatrixPeer extends AsyncDisposable {
  /** The address callers are given. */
  readonly url: string;
  /** Releases all held tasks. */
  release(): void;
  /** The number of held tasks. */
  holding(): number;
}

/** The tasks that an agent holds until they are released. */
export class Held {
  readonly #waiting = new Map<string, () => void>();

  /** Waits until the task is released, or let go of. */
  wait(taskId: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(taskId, resolve));
  }

  /** Lets one task go. */
  letGo(taskId: string): void {
    this.#waiting.get(taskId)?.();
    this.#waiting.delete(taskId);
  }

  /** How many are held. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Releases all tasks. */
  release(): void {
    for (const taskId of [...this.#waiting.keys()]) this.letGo(taskId);
  }
}

/** The output of the agents of all servers, so that every caller can expect the same. */
export const LINES = ["high water at noon, ", "low water at six, ", "and wind from the west"] as const;
export const QUESTION = "Which harbour?";

/** The output of the request `slow`, one chunk every 100 ms. */
export const SLOW: readonly string[] = Array.from({ length: 8 }, (_, index) => `#${index} `);
/** The output of the request `long`, for benchmarks: one chunk of 64 bytes every millisecond. */
export const LONG: readonly string[] = Array.from({ length: 50 }, () => "x".repeat(64));

/** The pause before each chunk, in milliseconds, by the text of the message. */
export const PAUSES: Readonly<Record<string, number>> = { slow: 100, long: 1 };

/** The answer to the request `message`. */
export const REPLY = "ahoy";

/** The error to the request `throw`, which no caller may see. */
export const MISHAP = "the vault at /srv/keys is open";

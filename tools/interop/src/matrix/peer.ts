/** An agent to call, and a hand on what it does. */
export interface MatrixPeer extends AsyncDisposable {
  /** The address callers are given. */
  readonly url: string;
  /** Lets every task go on that is being held. */
  release(): void;
  /** How many tasks are being held. */
  holding(): number;
}

/** The tasks an agent holds until it is told to go on. */
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

  /** Lets all tasks go on. */
  release(): void {
    for (const taskId of [...this.#waiting.keys()]) this.letGo(taskId);
  }
}

/** What the agents of all servers say, so that every caller can expect the same. */
export const LINES = ["high water at noon, ", "low water at six, ", "and wind from the west"] as const;
export const QUESTION = "Which harbour?";

/** What an agent that is told to `throw` throws: nothing a caller should read. */
export const MISHAP = "the vault at /srv/keys is open";

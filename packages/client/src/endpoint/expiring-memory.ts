/** A string store: a `Map`, or one that outlives the process. */
export interface TextMemory {
  get(key: string): string | undefined;
  set(key: string, value: string): unknown;
}

/** Entries of a memory that count for a day: peers are upgraded, and what was learned about them is learned again. */
export class ExpiringMemory {
  readonly #memory: TextMemory;
  readonly #now: () => number;

  constructor(memory: TextMemory, now: () => number = Date.now) {
    this.#memory = memory;
    this.#now = now;
  }

  /** The entry, unless it has expired. */
  get(key: string): string | undefined {
    const [, until, value] = /^(\d{1,16}) (.*)$/s.exec(this.#memory.get(key) ?? "") ?? [];
    return Number(until) > this.#now() ? value : undefined;
  }

  /** Remembers a value from now on. */
  set(key: string, value: string): void {
    this.#memory.set(key, `${this.#now() + LIFETIME_MS} ${value}`);
  }
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;

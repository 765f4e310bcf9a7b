import type { TextEntry } from "./log-entry.ts";

/** How many characters of a log stay in memory for readers that follow it. */
const MAX_CHARACTERS = 65_536;

/** The latest entries of a log, bounded by their characters. */
export class LogTail {
  #entries: TextEntry[] = [];
  /** The size of the entries in characters. */
  characters = 0;

  /** Adds entries, and drops the oldest beyond the bound. */
  push(entries: readonly TextEntry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry);
      this.characters += entry.size;
    }
    // In large steps, so that the cost per entry stays constant.
    if (this.characters > 2 * MAX_CHARACTERS) this.#trim();
  }

  /** At most `limit` entries after a sequence number; `undefined` when the tail does not reach back that far. */
  after(seq: number, limit: number): readonly TextEntry[] | undefined {
    const first = this.#entries[0]?.seq;
    if (first === undefined || first > seq + 1) return undefined;
    return this.#entries.slice(seq + 1 - first, seq + 1 - first + limit);
  }

  #trim(): void {
    let start = 0;
    while (this.characters > MAX_CHARACTERS) {
      this.characters -= this.#entries[start]?.size ?? 0;
      start += 1;
    }
    this.#entries = this.#entries.slice(start);
  }
}

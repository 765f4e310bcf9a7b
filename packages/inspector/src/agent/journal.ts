import type { Redactor } from "@a2a/http";
import type { JournalFact } from "../protocol/journal.ts";

/** How much of a session is kept: the oldest entries go first. */
const MAX_CHARACTERS = 32 * 1024 * 1024;
const MAX_ENTRIES = 50_000;
/** How many entries one event of the stream carries at most. */
const MAX_BATCH = 500;

/** An entry as it is sent: serialized once, with known secrets masked. */
interface Written {
  readonly n: number;
  readonly json: string;
}

/** The events of a session in order, as text that is safe to show. Readers get the past ones, then new ones as they come. */
export class Journal {
  readonly #redactor: Redactor;
  readonly #entries: Written[] = [];
  readonly #waiting = new Set<() => void>();
  #size = 0;
  #last = 0;
  #isClosed = false;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  append(fact: JournalFact): void {
    if (this.#isClosed) return;
    this.#last += 1;
    const json = this.#redactor.known(JSON.stringify({ n: this.#last, at: Date.now(), ...fact }));
    this.#entries.push({ n: this.#last, json });
    this.#size += json.length;
    this.#trim();
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** The entries after a number as server-sent events, each with a JSON array of entries. */
  async *events(after: number, signal: AbortSignal): AsyncGenerator<string, void, void> {
    let seen = after;
    // A reader of an earlier process may know more than there is.
    if (seen > this.#last) seen = 0;
    yield ": journal\n\n";
    while (!signal.aborted && !this.#isClosed) {
      const batch = this.#after(seen);
      const last = batch.at(-1);
      if (last === undefined) {
        await this.#next(signal);
        // Entries that are written together are read together.
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      seen = last.n;
      yield `id: ${last.n}\ndata: [${batch.map(({ json }) => json).join(",")}]\n\n`;
    }
  }

  /** The entries from the first that is newer, found by its number: numbers have no holes. */
  #after(seen: number): Written[] {
    const first = this.#entries[0];
    if (first === undefined) return [];
    const start = Math.max(0, seen + 1 - first.n);
    return this.#entries.slice(start, start + MAX_BATCH);
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  #trim(): void {
    if (this.#size <= MAX_CHARACTERS && this.#entries.length <= MAX_ENTRIES) return;
    let gone = 0;
    // A tenth at a time, so that not every entry moves all others.
    while (
      gone < this.#entries.length - 1 &&
      (this.#size > MAX_CHARACTERS * 0.9 || this.#entries.length - gone > MAX_ENTRIES * 0.9)
    ) {
      this.#size -= this.#entries[gone]?.json.length ?? 0;
      gone++;
    }
    this.#entries.splice(0, gone);
  }
}

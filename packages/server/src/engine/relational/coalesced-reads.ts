import { nextLoopIteration } from "../../util/scheduler.ts";
import { storageUnavailable } from "../port/refusals.ts";

/** One member made a batch fail, for example with a value that the database cannot store. Each member is then tried alone. */
export class BatchRejected extends Error {
  override readonly name = "BatchRejected";
}

/** The waiters for one key. */
interface Waiting<Key, Value> {
  readonly key: Key;
  readonly callers: { resolve(value: Value): void; reject(error: unknown): void }[];
}

/** Merges the reads of one iteration of the event loop into one query, with every key once. */
export class CoalescedReads<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  readonly #nameOf: (key: Key) => string;
  #waiting = new Map<string, Waiting<Key, Value>>();

  /**
   * @param read Reads the values of all keys, in their order. Throws `BatchRejected` when one of the keys cannot be looked up.
   * @param nameOf Equal keys have equal names.
   */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>, nameOf: (key: Key) => string) {
    this.#read = read;
    this.#nameOf = nameOf;
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      const name = this.#nameOf(key);
      const waiting = this.#waiting.get(name);
      if (waiting) waiting.callers.push({ resolve, reject });
      else this.#waiting.set(name, { key, callers: [{ resolve, reject }] });
      if (!waiting && this.#waiting.size === 1) void nextLoopIteration().then(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      const keys = waiting.map(({ key }) => key);
      const values = await apart(keys, this.#read);
      for (const [index, { callers }] of waiting.entries()) {
        const value = values[index] as Value | BatchRejected; // one for each key
        for (const { resolve, reject } of callers) {
          if (value instanceof BatchRejected) reject(storageUnavailable(value.cause));
          else resolve(value);
        }
      }
    } catch (error) {
      for (const { reject } of waiting.flatMap(({ callers }) => callers)) reject(error);
    }
  }
}

/** Runs a batch. If one of its members makes it fail, runs each of them alone. */
async function apart<Member, Result>(
  members: readonly Member[],
  carryOut: (members: readonly Member[]) => Promise<readonly Result[]>,
): Promise<(Result | BatchRejected)[]> {
  if (members.length === 0) return [];
  try {
    return [...(await carryOut(members))];
  } catch (error) {
    if (!(error instanceof BatchRejected)) throw error;
    if (members.length === 1) return [error];
    const results: (Result | BatchRejected)[] = [];
    for (const member of members) results.push(...(await apart([member], carryOut)));
    return results;
  }
}

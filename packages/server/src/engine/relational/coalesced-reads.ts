import { nextLoopTurn } from "../../util/scheduler.ts";
import { storageUnavailable } from "../port/refusals.ts";
import { apart, BatchRejected } from "./apart.ts";

/** Turns reads that are asked for in one turn of the event loop into one query. */
export class CoalescedReads<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  #waiting: { key: Key; resolve(value: Value): void; reject(error: unknown): void }[] = [];

  /** @param read Reads the values of all keys, in their order. Throws `BatchRejected` when one of the keys cannot be looked up. */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#read = read;
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#waiting.length === 1) void nextLoopTurn().then(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const keys = waiting.map(({ key }) => key);
      const values = await apart(keys, this.#read);
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const value = values[index] as Value | BatchRejected; // one for each key
        if (value instanceof BatchRejected) reject(storageUnavailable(value.cause));
        else resolve(value);
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

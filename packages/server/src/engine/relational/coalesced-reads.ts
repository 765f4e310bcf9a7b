import { nextLoopTurn } from "../../scheduling/next-loop-turn.ts";

/** Turns reads that are asked for in one turn of the event loop into one query. */
export class CoalescedReads<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  #waiting: { key: Key; resolve(value: Value): void; reject(error: unknown): void }[] = [];

  /** @param read Reads the values of all keys, in their order. */
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
      const values = await this.#read(waiting.map(({ key }) => key));
      for (const [index, { resolve }] of waiting.entries()) resolve(values[index] as Value); // one for each key
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

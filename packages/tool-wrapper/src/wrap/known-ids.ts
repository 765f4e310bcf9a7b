import { shownId } from "./shown-id.ts";

/** The agent's ids of tasks or contexts, found by themselves or by the aliases that a model sees. The latest ones are kept. */
export class KnownIds {
  readonly #ids = new Map<string, string>();
  readonly #max: number;

  constructor(max = 10_000) {
    this.#max = max;
  }

  add(id: string): void {
    const alias = shownId(id);
    this.#ids.delete(alias);
    this.#ids.set(alias, id);
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > this.#max && oldest !== undefined) this.#ids.delete(oldest);
  }

  /** The id, given as such or as its alias. */
  find(shown: string): string | undefined {
    return this.#ids.get(shown) ?? (this.#ids.get(shownId(shown)) === shown ? shown : undefined);
  }
}

import { LruMap } from "@a2a/types/internal";
import { shownId } from "./shown-id.ts";

/** The agent's ids of tasks or contexts, found by themselves or by the aliases that a model sees. The latest ones are kept. */
export class KnownIds {
  readonly #ids: LruMap<string>;

  constructor(max = 10_000) {
    this.#ids = new LruMap(max);
  }

  add(id: string): void {
    this.#ids.set(shownId(id), id);
  }

  /** The id, given as such or as its alias. */
  find(shown: string): string | undefined {
    return this.#ids.get(shown) ?? (this.#ids.get(shownId(shown)) === shown ? shown : undefined);
  }
}

/** A place in an ordered list: a time, and an id among those of the same time. */
export interface TimedKey {
  readonly statusAt: number;
  readonly id: string;
}

const CHUNK = 512;

/** Orders by status time, then by id; positive when `a` comes after `b`. */
export function compareKeys(a: TimedKey, b: TimedKey): number {
  return a.statusAt - b.statusAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * Keys in ascending order, in chunks of bounded size: adding and removing move a few hundred slots at most, however many keys
 * there are, and a place is found by bisection.
 */
export class SortedKeys<Key extends TimedKey> {
  readonly #chunks: Key[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: Key): void {
    this.#size += 1;
    if (this.#chunks.length === 0) this.#chunks.push([]);
    const at = Math.min(this.#chunkOf(key), this.#chunks.length - 1);
    const chunk = this.#chunks[at] as Key[];
    chunk.splice(position(chunk, key), 0, key);
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  /** Removes a key; it must be equal to the one that was added. */
  remove(key: TimedKey): void {
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at];
    const index = chunk ? position(chunk, key) : -1;
    const found = chunk?.[index];
    if (!chunk || !found || compareKeys(found, key) !== 0) return;
    chunk.splice(index, 1);
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** Keys below a bound (or all), highest first. */
  *below(bound: TimedKey | undefined): Generator<Key> {
    let at = bound ? Math.min(this.#chunkOf(bound), this.#chunks.length - 1) : this.#chunks.length - 1;
    for (let end = bound; at >= 0; at--, end = undefined) {
      const chunk = this.#chunks[at] as Key[];
      for (let index = (end ? position(chunk, end) : chunk.length) - 1; index >= 0; index--) yield chunk[index] as Key;
    }
  }

  /** How many keys are not below a bound. */
  countFrom(bound: TimedKey): number {
    const at = this.#chunkOf(bound);
    let count = 0;
    for (let index = this.#chunks.length - 1; index > at; index--) count += this.#chunks[index]?.length ?? 0;
    const chunk = this.#chunks[at];
    return count + (chunk ? chunk.length - position(chunk, bound) : 0);
  }

  /** The first chunk whose last key is not below the key; the number of chunks when there is none. */
  #chunkOf(key: TimedKey): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#chunks[middle]?.at(-1);
      if (last && compareKeys(last, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Where a key stands, or would stand, in a chunk. */
function position(chunk: readonly TimedKey[], key: TimedKey): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(chunk[middle] as TimedKey, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

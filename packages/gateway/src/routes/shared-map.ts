/** How a map that owners share forgets. */
export interface SharedMapOptions<Value> {
  /** The most entries. */
  readonly max: number;
  readonly ownerOf: (value: Value) => string;
  readonly onForget?: (key: string, value: Value) => void;
}

/**
 * A map of limited size that many owners share. When it is full, the owner with more than an equal share loses its oldest entry: nobody can
 * push out what belongs to others. A key that was forgotten is remembered as such, so that no other owner can take it over.
 */
export class SharedMap<Value> {
  readonly #options: SharedMapOptions<Value>;
  readonly #entries = new Map<string, Value>();
  /** The keys of each owner, the oldest first. */
  readonly #owners = new Map<string, Set<string>>();
  readonly #forgotten = new KeyFilter();
  #largest: string | undefined;

  constructor(options: SharedMapOptions<Value>) {
    this.#options = options;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Whether there was an entry once that had to make room. */
  wasForgotten(key: string): boolean {
    return !this.#entries.has(key) && this.#forgotten.has(key);
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const owner = this.#options.ownerOf(value);
    this.#entries.set(key, value);
    const own = this.#owners.get(owner) ?? new Set();
    this.#owners.set(owner, own.add(key));
    if (own.size > this.#sizeOf(this.#largest)) this.#largest = owner;
    if (this.#entries.size > this.#options.max) this.#makeRoom();
  }

  /** Removes an entry for good. */
  delete(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    const owner = this.#options.ownerOf(value);
    this.#entries.delete(key);
    const own = this.#owners.get(owner);
    own?.delete(key);
    if (own?.size === 0) this.#owners.delete(owner);
    this.#options.onForget?.(key, value);
  }

  #makeRoom(): void {
    const share = this.#entries.size / this.#owners.size;
    if (this.#sizeOf(this.#largest) < share) {
      for (const [owner, { size }] of this.#owners) if (size > this.#sizeOf(this.#largest)) this.#largest = owner;
    }
    const [oldest] = (this.#largest !== undefined && this.#owners.get(this.#largest)) || [];
    if (oldest === undefined) return;
    this.#forgotten.add(oldest);
    this.delete(oldest);
  }

  #sizeOf(owner: string | undefined): number {
    return (owner !== undefined && this.#owners.get(owner)?.size) || 0;
  }
}

const BITS = 2 ** 23;
const HASHES = 4;

/** Keys in a megabyte, however many there are. It never denies a key that was added; after a million, it confirms one in fifty others. */
class KeyFilter {
  #bits: Uint32Array | undefined;

  add(key: string): void {
    this.#bits ??= new Uint32Array(BITS / 32);
    for (const bit of bitsOf(key)) this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  has(key: string): boolean {
    const bits = this.#bits;
    return bits !== undefined && bitsOf(key).every((bit) => ((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0);
  }
}

/** Two hashes give any number of them (Kirsch and Mitzenmacher). */
function bitsOf(key: string): number[] {
  let [one, two] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < key.length; at++) {
    one = Math.imul(one ^ key.charCodeAt(at), 0x01000193);
    two = Math.imul(two ^ key.charCodeAt(at), 0x85ebca6b) ^ (two >>> 13);
  }
  return Array.from({ length: HASHES }, (_, n) => (one + Math.imul(n, two | 1)) >>> 9);
}

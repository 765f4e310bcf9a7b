import type { JsonLimits } from "@a2a/types";

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Counts depth and values of a JSON document while its bytes arrive, like `checkJsonText` for one that is complete: a body that is out of
 * bounds is refused before it was received, and long before it could be parsed.
 */
export class JsonScan {
  readonly #maxDepth: number;
  readonly #maxNodes: number;
  #depth = 0;
  #nodes = 1;
  #previous = 0;
  #inString = false;
  #isEscaped = false;

  constructor({ maxDepth = 64, maxNodes = 100_000 }: JsonLimits = {}) {
    this.#maxDepth = Math.min(maxDepth, 1_000);
    this.#maxNodes = maxNodes;
  }

  /** Reads the next bytes. Returns the reason for a refusal, or `undefined`. */
  push(bytes: Uint8Array): string | undefined {
    for (let at = 0; at < bytes.length; at++) {
      if (this.#inString) {
        at = this.#endOfString(bytes, at);
        continue;
      }
      const byte = bytes[at] as number; // within the bytes
      if (byte <= SPACE) continue;
      if (byte === QUOTE) {
        this.#inString = true;
      } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
        this.#depth++;
        this.#nodes++;
        if (this.#depth > this.#maxDepth) return `nested deeper than ${this.#maxDepth} levels`;
      } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
        this.#depth--;
        // An empty container has no entry.
        if (this.#previous === OPEN_BRACKET || this.#previous === OPEN_BRACE) this.#nodes--;
      } else if (byte === COMMA) {
        this.#nodes++;
      }
      // The last container may turn out to be empty.
      if (this.#nodes > this.#maxNodes + 1) return `holds more than ${this.#maxNodes} values`;
      this.#previous = byte;
    }
    return undefined;
  }

  /** The index of the quote that ends the string; the last index where it goes on. */
  #endOfString(bytes: Uint8Array, start: number): number {
    for (let at = start; at < bytes.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (bytes[at] === BACKSLASH) this.#isEscaped = true;
      else if (bytes[at] === QUOTE) {
        this.#inString = false;
        return at;
      }
    }
    return bytes.length;
  }
}

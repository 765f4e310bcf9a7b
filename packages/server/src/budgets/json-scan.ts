import type { JsonLimits } from "@a2a/types";
import { JsonCounter } from "@a2a/types/internal";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Counts depth and values of a JSON document while its bytes arrive, like `JsonCounter.addText` for one that is complete: a body that is out of
 * bounds is refused before it was received, and long before it could be parsed.
 */
export class JsonScan {
  readonly #counter: JsonCounter;
  #inString = false;
  #isEscaped = false;

  constructor(limits?: JsonLimits) {
    this.#counter = new JsonCounter(limits);
  }

  /** Reads the next bytes. Returns the reason for a refusal, or `undefined`. */
  push(bytes: Uint8Array): string | undefined {
    for (let at = 0; at < bytes.length; at++) {
      if (this.#inString) {
        at = this.#endOfString(bytes, at);
        continue;
      }
      const byte = bytes[at] as number; // within the bytes
      if (byte === QUOTE) this.#inString = true;
      const reason = this.#counter.add(byte);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** The index of the quote that ends the string; the last index if the string continues. */
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

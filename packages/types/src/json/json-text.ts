import { type JsonLimits, MAX_DEPTH } from "./json.ts";

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Checks depth and size of a JSON document before it is parsed, in one pass over its text: parsing 10 MB of brackets blocks the event
 * loop for seconds. Its verdict is that of `checkJson`, except that duplicate keys count each time; a text that is not JSON may pass.
 */
export class JsonCounter {
  readonly #maxDepth: number;
  readonly #maxNodes: number;
  #depth = 0;
  #nodes = 1;
  #previous = 0;

  constructor({ maxDepth = 64, maxNodes = 100_000 }: JsonLimits = {}) {
    this.#maxDepth = Math.min(maxDepth, MAX_DEPTH);
    this.#maxNodes = maxNodes;
  }

  /** Takes a whole document. Returns the reason for a refusal. */
  addText(text: string): string | undefined {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const reason = this.add(code);
      if (reason !== undefined) return reason;
      if (code === QUOTE) at = endOfString(text, at);
    }
    return this.refusal;
  }

  /** Takes the code of the next character outside of strings, a quote for a string. Returns the reason for a refusal; one value too many may pass until the document is complete. */
  add(code: number): string | undefined {
    if (code <= SPACE) return undefined;
    if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      this.#depth++;
      this.#nodes++;
      if (this.#depth > this.#maxDepth) return `nested deeper than ${this.#maxDepth} levels`;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      this.#depth--;
      // An empty container has no entry.
      if (this.#previous === OPEN_BRACKET || this.#previous === OPEN_BRACE) this.#nodes--;
    } else if (code === COMMA) {
      this.#nodes++;
    }
    this.#previous = code;
    // The last container may turn out to be empty.
    return this.#nodes > this.#maxNodes + 1 ? this.refusal : undefined;
  }

  /** The reason to refuse the document if it ends here. */
  get refusal(): string | undefined {
    return this.#nodes > this.#maxNodes ? `holds more than ${this.#maxNodes} values` : undefined;
  }
}

/** The index of the quote that ends the string that begins at `start`; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end < 0) return text.length;
  if (text.charCodeAt(end - 1) !== BACKSLASH) return end;
  // With escapes, character by character: a search for each of millions of escaped quotes would cost more.
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

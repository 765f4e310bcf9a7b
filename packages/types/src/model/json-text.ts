import { type JsonLimits, MAX_DEPTH } from "./json.ts";

/**
 * Checks depth and size of a document before it is parsed, in one pass over its text: parsing 10 MB of brackets blocks the event loop
 * for seconds. Returns the reason for a refusal like `checkJson`, whose verdict it shares except that duplicate keys count each time;
 * a text that is not JSON may pass.
 */
export function checkJsonText(
  text: string,
  { maxDepth = 64, maxNodes = 100_000 }: JsonLimits = {},
): string | undefined {
  const deepest = Math.min(maxDepth, MAX_DEPTH);
  let depth = 0;
  let nodes = 1;
  let previous = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= SPACE) continue;
    if (unit === QUOTE) {
      at = endOfString(text, at);
    } else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) {
      depth++;
      nodes++;
      if (depth > deepest) return `nested deeper than ${deepest} levels`;
    } else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) {
      depth--;
      // An empty container has no entry.
      if (previous === OPEN_BRACKET || previous === OPEN_BRACE) nodes--;
    } else if (unit === COMMA) {
      nodes++;
    }
    if (nodes > maxNodes + 1) break;
    previous = unit;
  }
  return nodes > maxNodes ? `holds more than ${maxNodes} values` : undefined;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The index of the quote that ends the string that begins at `start`; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end < 0) return text.length;
  if (text.charCodeAt(end - 1) !== BACKSLASH) return end;
  // With escapes, character by character: a search for each of millions of escaped quotes would cost more.
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
  }
  return text.length;
}

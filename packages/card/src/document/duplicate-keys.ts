/** A duplicate member in an object of a JSON text. */
export interface DuplicateKey {
  /** Where the second one is, as a JSON pointer. */
  readonly pointer: string;
  readonly key: string;
}

interface Open {
  /** The keys so far; absent in an array. */
  readonly keys: Set<string> | undefined;
  readonly pointer: string;
  /** The last key, or the index of the element. */
  at: string | number;
}

/**
 * Finds the duplicate members of objects: `JSON.parse` silently takes the last, other readers the first, so that what was signed
 * and what is read may differ. The text has to be JSON already.
 */
export function duplicateKeys(text: string): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const open: Open[] = [];
  let expectsKey = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const container = open.at(-1);
    if (token === "{" || token === "[") {
      const pointer = container ? `${container.pointer}/${escapePointer(container.at)}` : "";
      open.push({ keys: token === "{" ? new Set() : undefined, pointer, at: 0 });
      expectsKey = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      expectsKey = false;
    } else if (token === ",") {
      if (container && typeof container.at === "number") container.at++;
      expectsKey = container?.keys !== undefined;
    } else if (expectsKey && container?.keys) {
      const key = JSON.parse(token) as string; // a string token is a string
      if (container.keys.has(key)) found.push({ pointer: `${container.pointer}/${escapePointer(key)}`, key });
      container.keys.add(key);
      container.at = key;
      expectsKey = false;
    }
  }
  return found;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]/g;

/** A step of a JSON pointer. */
export function escapePointer(step: string | number): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Replaces a string in stored JSON. It is unambiguous, because JSON without whitespace contains no control characters. */
const MARK = "\x1a";
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is meant.
const REFERENCE = /\x1a([^\x1a]+)\x1a/g;

/**
 * Takes large strings, such as base64 files and long texts, out of JSON, for a store that stores them separately. The log, the snapshot
 * and the turn then share one copy of each string.
 *
 * @param minLength The minimum length of strings to take out, in characters.
 * @param keep Stores a string, including its quotes and escapes, and returns its name.
 */
export function takeLargeStrings(json: string, minLength: number, keep: (value: string) => string): string {
  if (json.length < minLength) return json;
  let taken = "";
  let rest = 0;
  for (let start = json.indexOf('"'); start >= 0; ) {
    const end = endOfString(json, start);
    if (end - start >= minLength) {
      taken += `${json.slice(rest, start)}${MARK}${keep(json.slice(start, end))}${MARK}`;
      rest = end;
    }
    start = json.indexOf('"', end);
  }
  return taken + json.slice(rest);
}

/**
 * Puts strings back into JSON.
 *
 * @param find Finds strings by their names; called once, or not at all if nothing was taken out.
 */
export async function putLargeStrings(
  texts: readonly string[],
  find: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<readonly string[]> {
  const names = new Set(
    texts.flatMap((json) => (json.includes(MARK) ? [...json.matchAll(REFERENCE)] : [])).map(nameIn),
  );
  if (names.size === 0) return texts;
  const values = await find([...names]);
  return texts.map((json) =>
    json.replace(REFERENCE, (_, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`the string ${name} is missing from the storage`);
      return value;
    }),
  );
}

function nameIn([, name = ""]: RegExpMatchArray): string {
  return name;
}

/** The index after the closing quote of the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

import { createHash } from "node:crypto";
import type { LargeString } from "@a2a/server/relational-kit";

/** How much of a string is hashed at once. */
const CHUNK = 65_536;

/** The name of a large string by its content. It is hashed in chunks, since encoding all of it takes as much memory again. */
export function nameOf(value: string): string {
  const hash = createHash("sha256");
  // Chunks may end between two surrogates, which UTF-8 would replace.
  for (let start = 0; start < value.length; start += CHUNK) hash.update(value.slice(start, start + CHUNK), "utf16le");
  return hash.digest("base64url");
}

/**
 * Large strings as two parameters: their rows as JSON, each with the place of its string, and the bytes of all strings. Within JSON
 * every string would be escaped, which copies it, before `pg` copies it once more.
 */
export function stringParameters(strings: readonly LargeString[]): [rows: string, bytes: Buffer<ArrayBuffer>] {
  const lengths = strings.map(({ value }) => Buffer.byteLength(value));
  const bytes = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  const rows = strings.map(({ task, hash, value }, index) => {
    const start = end;
    const length = lengths[index] ?? 0;
    // A JSON string has no character that PostgreSQL could not hold.
    bytes.write(value, start);
    end += length;
    return { task, hash, start: start + 1, length };
  });
  return [JSON.stringify(rows), bytes];
}

/** The rows of large strings from the two parameters, as `task`, `hash` and `value`. */
export function stringRows(rows: string, bytes: string): string {
  return `(select task, hash, convert_from(substring(${bytes}::bytea from start for length), 'UTF8') as value
    from json_to_recordset(${rows}) as r(task bigint, hash text, start int, length int))`;
}

import { createHash } from "node:crypto";
import type { RecordColumns } from "@a2a/server/engine-kit";
import type { Row } from "./connections.ts";

/** The time by the clock of the database, in milliseconds. */
export const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** An index holds no text of more than 2,700 bytes. */
const MAX_INDEXED = 256;

/** Rows as the JSON of a parameter: names in snake case, text without NUL, which PostgreSQL cannot store. */
export function toParameter(rows: readonly RecordColumns[]): string {
  const columns = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])),
  );
  return JSON.stringify(columns, (_, value: unknown) => (typeof value === "string" ? toText(value) : value));
}

/** A row of a result with names in camel case, without its nulls. */
export function fromRow(row: Row): RecordColumns {
  const found = Object.entries(row).filter(([, value]) => value !== null);
  // Our columns hold JSON values.
  return Object.fromEntries(
    found.map(([name, value]) => [camel(name), typeof value === "string" ? fromText(value) : value]),
  ) as RecordColumns;
}

/** Text as the database can hold it. */
export function toText(text: string): string {
  return UNSAFE.test(text) ? text.replaceAll("\x1a", "\x1a1").replaceAll("\0", "\x1a0") : text;
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const UNSAFE = /[\0\x1a]/;

/** The counterpart of `toText`. */
export function fromText(text: string): string {
  return text.includes("\x1a") ? text.replaceAll("\x1a0", "\0").replaceAll("\x1a1", "\x1a") : text;
}

/** A message id as an index can hold it. It is never read back. */
export function messageKey(messageId: string): string {
  return messageId.length <= MAX_INDEXED ? messageId : createHash("sha256").update(messageId).digest("hex");
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camel(name: string): string {
  return name.replace(/_[a-z]/g, (letters) => letters.charAt(1).toUpperCase());
}

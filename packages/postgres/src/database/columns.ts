import { createHash } from "node:crypto";
import type { Columns } from "@a2a/server/relational-kit";

/** The time by the clock of the database, in milliseconds. */
export const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** Rows as a parameter of JSON. */
export function toParameter(rows: readonly Columns[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === "string" ? toText(value) : value));
}

/** Text as PostgreSQL can hold it, which knows no NUL. */
export function toText(text: string): string {
  return UNSAFE.test(text) ? text.replaceAll("\x1a", "\x1a1").replaceAll("\0", "\x1a0") : text;
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const UNSAFE = /[\0\x1a]/;

/** The counterpart of `toText`. */
export function fromText(text: string): string {
  return text.includes("\x1a") ? text.replaceAll("\x1a0", "\0").replaceAll("\x1a1", "\x1a") : text;
}

/** A message id as an index can hold it, whose entries have at most 2,700 bytes. It is never read back. */
export function messageKey(messageId: string): string {
  return messageId.length <= 256 ? messageId : createHash("sha256").update(messageId).digest("hex");
}

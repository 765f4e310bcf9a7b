import { createHash } from "node:crypto";
import type { Columns } from "@a2a/server/relational-kit";

/** The time by the clock of the database, in milliseconds. */
export const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** Rows as a parameter of JSON. */
export function toParameter(rows: readonly Columns[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === "string" ? toText(value) : value));
}

/** Text as PostgreSQL can hold it: it has neither NUL nor lone surrogates. */
export function toText(text: string): string {
  return UNSAFE.test(text) || !text.isWellFormed() ? text.replace(ESCAPED, escapeOf) : text;
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const UNSAFE = /[\0\x1a]/;
// With `u`, a surrogate only matches when it is alone.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const ESCAPED = /[\0\x1a\p{Surrogate}]/gu;

function escapeOf(character: string): string {
  if (character === "\0") return "\x1a0";
  return character === "\x1a" ? "\x1a1" : `\x1au${character.charCodeAt(0).toString(16)}`;
}

/** The counterpart of `toText`. */
export function fromText(text: string): string {
  return text.includes("\x1a") ? text.replace(ESCAPES, characterOf) : text;
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const ESCAPES = /\x1a(?:0|1|u([0-9a-f]{4}))/g;

function characterOf(escaped: string, surrogate: string | undefined): string {
  if (surrogate !== undefined) return String.fromCharCode(Number.parseInt(surrogate, 16));
  return escaped === "\x1a0" ? "\0" : "\x1a";
}

/** A message id as an index can hold it, whose entries have at most 2,700 bytes. It is never read back. */
export function messageKey(messageId: string): string {
  return messageId.length <= 256 ? messageId : createHash("sha256").update(messageId).digest("hex");
}

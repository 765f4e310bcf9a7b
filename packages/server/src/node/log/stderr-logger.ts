import type { Logger } from "@a2a/types";
import { describeError, type ErrorFacts } from "./describe-error.ts";
import { terminalEntry } from "./terminal-entry.ts";

/** How long a line may get, in characters. */
const MAX_LINE = 16_384;

/** How log entries are written. */
export interface StderrLoggerOptions {
  /**
   * Whether entries are for people: colored, with fields as `name=value` and stacks on lines of their own. Otherwise each is one line of
   * JSON. Default: when stderr is a terminal, unless `NO_COLOR` is set.
   */
  pretty?: boolean;
}

/**
 * Logs warnings and errors to stderr. Failures that are part of operation, such as a refused connection, have no stack.
 *
 * @param write Writes an entry, which ends with a line break. Default: to stderr.
 */
export function stderrLogger(
  write: (entry: string) => void = (entry) => void process.stderr.write(entry),
  { pretty = process.stderr.isTTY === true && !process.env.NO_COLOR }: StderrLoggerOptions = {},
): Logger {
  const format = pretty ? terminalEntry : jsonEntry;
  const at = (level: "warn" | "error") => (fields: object, message: string) =>
    write(`${format(level, fields, message)}\n`);
  return { debug() {}, info() {}, warn: at("warn"), error: at("error") };
}

function jsonEntry(level: string, fields: object, message: string): string {
  const shown = Object.entries(fields).map(([name, value]) => [name, toJson(value)]);
  const entry = JSON.stringify({ time: new Date().toISOString(), level, message, ...Object.fromEntries(shown) });
  // Cut off, an entry would not be JSON: it keeps what fits into a text.
  return entry.length <= MAX_LINE
    ? entry
    : JSON.stringify({ time: new Date().toISOString(), level, message, truncated: entry.slice(0, MAX_LINE / 2) });
}

function toJson(value: unknown): unknown {
  if (value instanceof Error) return errorJson(describeError(value));
  try {
    return JSON.stringify(value) === undefined ? undefined : value;
  } catch {
    return String(value);
  }
}

function errorJson({ cause, ...facts }: ErrorFacts): object {
  return cause ? { ...facts, cause: errorJson(cause) } : facts;
}

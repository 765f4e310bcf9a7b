import type { Logger } from "@a2a/types";

/** How long a line may get, in characters. */
const MAX_LINE = 16_384;
/** How deep causes of errors are followed. */
const MAX_CAUSES = 5;

/** Logs warnings and errors to stderr, one line each: time, level, message, and the fields as `name=value`. */
export function stderrLogger(write: (line: string) => void = (line) => void process.stderr.write(line)): Logger {
  const at = (level: string) => (fields: object, message: string) => write(`${formatLine(level, fields, message)}\n`);
  return { debug() {}, info() {}, warn: at("warn"), error: at("error") };
}

function formatLine(level: string, fields: object, message: string): string {
  const shown = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${formatValue(value)}`);
  return onOneLine(`${new Date().toISOString()} ${level} ${message}${shown.join("")}`).slice(0, MAX_LINE);
}

function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(stackOf(value, MAX_CAUSES));
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Stacks alone: other members of errors may hold credentials, such as the headers of a request. */
function stackOf(error: Error, causes: number): string {
  const own = error.stack ?? String(error);
  return error.cause instanceof Error && causes > 0 ? `${own}\ncaused by ${stackOf(error.cause, causes - 1)}` : own;
}

/** Callers have a say in some values: nothing that they send begins a line, or speaks to the terminal. */
function onOneLine(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

import { describeError, type ErrorFacts } from "./describe-error.ts";
import { originalFrame } from "./original-frame.ts";

const RESET = "\u001b[0m";
const DIM = "\u001b[2m";
const COLORS = { warn: "\u001b[33m", error: "\u001b[31m" };
/** How many frames of a stack are shown. */
const MAX_FRAMES = 12;
const MAX_LINE = 4_096;

/** A log entry for people: one line, and below it the stacks of errors that have one. */
export function terminalEntry(level: "warn" | "error", fields: object, message: string): string {
  const inline: string[] = [];
  const below: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!(value instanceof Error)) inline.push(`${DIM}${name}=${RESET}${printable(text(value))}`);
    else {
      const facts = describeError(value);
      inline.push(printable(sentence(facts)));
      below.push(...stackLines(facts));
    }
  }
  const time = new Date().toTimeString().slice(0, 8);
  const head = `${DIM}${time}${RESET} ${COLORS[level]}${level.padEnd(5)}${RESET} ${printable(message)}`;
  return [[head, ...inline].join("  "), ...below].join("\n");
}

/** An error and its causes in one line. Messages that repeat their cause say enough by themselves. */
function sentence({ name, message, stack, cause }: ErrorFacts): string {
  const own = stack === undefined ? message : `${name}: ${message}`;
  return cause && !message.includes(cause.message) ? `${own} (${sentence(cause)})` : own;
}

/** Every line is indented, so that nothing in an error can pass for another entry. */
function stackLines({ stack, cause }: ErrorFacts): string[] {
  const frames = (stack ?? "").split("\n").filter((frame) => frame.trim() !== "");
  const shown = frames
    .slice(0, MAX_FRAMES)
    .map((frame) => `    ${DIM}${printable(originalFrame(frame).trim())}${RESET}`);
  const below = cause ? stackLines(cause) : [];
  return below.length > 0 && shown.length > 0
    ? [...shown, `    ${DIM}caused by${RESET}`, ...below]
    : [...shown, ...below];
}

function text(value: unknown): string {
  if (typeof value === "string") return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Callers have a say in some values: nothing that they send begins a line, or speaks to the terminal. */
function printable(line: string): string {
  return line
    .slice(0, MAX_LINE)
    .replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

import { cleanLines } from "@a2a/card";
import type { Outcome } from "./outcome.ts";
import { shownId } from "./shown-id.ts";

/**
 * Formats an outcome as text for a model: a marker, then the agent's text. The marker is at the very beginning, and no line of the
 * agent's text can start like one, so an agent cannot forge it.
 */
export function formatOutcome(outcome: Outcome): string {
  switch (outcome.status) {
    case "completed":
      return `[COMPLETED] ${defused(outcome.text)}`;
    case "input-required":
      return `[INPUT_REQUIRED:task_id=${shownId(outcome.taskId)}] ${defused(outcome.question)}`;
    case "auth-required":
      return `[AUTH_REQUIRED:task_id=${shownId(outcome.taskId)}] ${defused(outcome.question)}`;
    case "failed":
    case "rejected":
      return `[FAILED] ${defused(outcome.error.message)}`;
    case "canceled":
      return "[CANCELLED] Task was cancelled";
    case "timeout":
      return "[TIMEOUT] Task timed out";
    case "working":
      return `[WORKING:task_id=${shownId(outcome.taskId)}] Task is still running`;
  }
}

/** A parsed text of `formatOutcome`. */
export interface ParsedOutcome {
  readonly status: "completed" | "input-required" | "auth-required" | "failed" | "canceled" | "timeout" | "working";
  readonly taskId?: string;
  readonly text: string;
}

/** Parses a text of `formatOutcome` by the marker at its very beginning. */
export function parseOutcome(text: string): ParsedOutcome | undefined {
  const match = /^\[([A-Z_]+)(?::task_id=([^\]]*))?\] ?/.exec(text);
  if (match === null) return undefined;
  const [marker, word = "", taskId] = match;
  const status = STATUSES.get(word);
  if (status === undefined) return undefined;
  return { status, text: text.slice(marker.length), ...(taskId !== undefined && { taskId }) };
}

const STATUSES = new Map<string, ParsedOutcome["status"]>([
  ["COMPLETED", "completed"],
  ["INPUT_REQUIRED", "input-required"],
  ["AUTH_REQUIRED", "auth-required"],
  ["FAILED", "failed"],
  ["CANCELLED", "canceled"],
  ["TIMEOUT", "timeout"],
  ["WORKING", "working"],
]);

/** An agent's text without invisible characters. Each line that starts like a marker is indented by one space. */
function defused(text: string): string {
  return cleanLines(text).replace(/(^|\n)(?=\[)/g, "$1 ");
}

import type { FollowedEvent } from "@a2a/client";
import {
  applyEvent,
  isInterrupted,
  isSettled,
  isTerminal,
  type Message,
  statusText,
  type Task,
  type TaskState,
} from "@a2a/types";
import { UnfinishedError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { label } from "../cli/label.ts";
import type { Option } from "../cli/options.ts";
import { startProgress } from "../cli/progress.ts";
import { nextCommand, renderJson, renderMessage, renderTask } from "../cli/render.ts";
import { type Given, isSet, wantsJson } from "../settings/arguments.ts";
import { LiveEvents } from "./live-events.ts";

/** How the events of a turn are printed. */
export interface WatchOptions {
  readonly given: Given;
  readonly io: Io;
  /** The flags that name the agent. */
  readonly agent: string;
  /** Prints each event as it arrives, instead of the outcome alone. */
  readonly live: boolean;
  /** Wraps a task for JSON output: a response to a message has a member `task`, a task read by id stands alone. */
  readonly wrap: (task: Task) => unknown;
  /** Whether the turn continues a task that may have been waiting for input. */
  readonly continues?: boolean;
}

/**
 * Follows events to the end of a turn and prints them. When an error or an interrupt ends it early, prints the id of the task and the
 * command that continues it.
 */
export async function watchTurn(
  events: AsyncIterable<FollowedEvent>,
  options: WatchOptions,
): Promise<Task | undefined> {
  const { given, io, agent, live, wrap } = options;
  const asJson = wantsJson(given);
  const detail = { verbose: isSet(given, "verbose"), agent };
  let task: Task | undefined;
  let message: Message | undefined;
  let seen = 0;
  try {
    using lines = new LiveEvents(io, detail);
    using progress = startProgress(io, live || isSet(given, "quiet"));
    for await (const event of events) {
      if ("gap" in event) {
        warn(given, io, "the stream was interrupted; some events may be missing");
        continue;
      }
      if ("message" in event) message = event.message;
      else if ("task" in event) task = structuredClone(event.task);
      else if (task) applyEvent(task, event);
      progress.update(task?.status.state ?? "message", task && statusText(task));
      if (live && asJson) io.out(`${renderJson(event)}\n`);
      else if (live) lines.print(event);
      if (task && isQuestion(task, event, options.continues === true && seen++ === 0)) break;
    }
  } catch (error) {
    if (task === undefined) throw error;
    if (!asJson && !live) io.out(`${renderTask(task, detail)}\n`);
    const hint = nextCommand(task, agent);
    if (io.signal.aborted) io.err(`Interrupted: ${hint}\n`);
    throw new UnfinishedError(error, hint);
  }
  if (!live && message) io.out(`${asJson ? renderJson({ message }) : renderMessage(message, detail)}\n`);
  if (!live && task) io.out(`${asJson ? renderJson(wrap(task)) : renderTask(task, detail)}\n`);
  if (task) warnOf(task, given, io);
  return task;
}

/** The flag that lets scripts see how a task ended; without it, the exit status says whether the command did its job. */
export const exitStatusFlag: Record<string, Option> = {
  "exit-status": { type: "boolean", help: "exits with 1 if the task failed, was rejected or was canceled" },
};

/** The exit status of a command that did its job. */
export function exitStatusOf(task: Task | undefined, given: Given): number {
  if (task === undefined || !isSet(given, "exit-status")) return 0;
  const { state } = task.status;
  return isTerminal(state) && state !== "TASK_STATE_COMPLETED" ? 1 : 0;
}

/** Whether the task waits for the caller. The first snapshot of a continued task still shows the state before this turn. */
function isQuestion({ status: { state } }: Task, event: FollowedEvent, isBefore: boolean): boolean {
  return isInterrupted(state) && !(isBefore && "task" in event);
}

/** Warns about a task that did not complete. The exit status stays 0: the command itself succeeded. */
export function warnOf({ status: { state } }: Task, given: Given, io: Io): void {
  const isGood = state === "TASK_STATE_COMPLETED" || !isSettled(state);
  if (!isGood) warn(given, io, OUTCOMES[state] ?? `the state of the task is ${state}`);
}

/** The states that callers are warned about, in words. */
const OUTCOMES: Readonly<Partial<Record<TaskState, string>>> = {
  TASK_STATE_FAILED: "the task failed",
  TASK_STATE_REJECTED: "the agent rejected the task",
  TASK_STATE_CANCELED: "the task was canceled",
  TASK_STATE_INPUT_REQUIRED: "the task needs input",
  TASK_STATE_AUTH_REQUIRED: "the task needs credentials",
};

/** Prints a warning on stderr, unless `--quiet`. */
export function warn(given: Given, io: Io, text: string): void {
  if (!isSet(given, "quiet")) io.err(`${label(io, "Warning")} ${line(text)}\n`);
}

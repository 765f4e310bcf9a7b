import type { FollowedEvent } from "@a2a/client";
import { applyEvent, isInterrupted, isSettled, type Message, type Task } from "@a2a/types";
import { type Given, isSet, wantsJson } from "../cli/arguments.ts";
import { UnfinishedError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { startProgress } from "../cli/progress.ts";
import { nextCommand, renderEvent, renderJson, renderMessage, renderTask } from "../cli/render.ts";

/** How what comes of a message, or of a task, is told. */
export interface WatchOptions {
  readonly given: Given;
  readonly io: Io;
  /** The flags that name the agent. */
  readonly agent: string;
  /** Tells of each event as it comes, instead of the outcome alone. */
  readonly live: boolean;
  /** What stands around a task in JSON: an answer to a message has a member `task`, a task stands on its own. */
  readonly wrap: (task: Task) => unknown;
  /** Whether it goes on with a task that may have asked something before. */
  readonly continues?: boolean;
}

/**
 * Follows events to the end of a turn, and tells of them. Whatever ends it early, an interruption included, the task that was begun is
 * named, and how to go on with it.
 */
export async function watchTurn(events: AsyncIterable<FollowedEvent>, options: WatchOptions): Promise<void> {
  const { given, io, agent, live, wrap } = options;
  const asJson = wantsJson(given);
  const detail = { verbose: isSet(given, "verbose"), agent };
  let task: Task | undefined;
  let message: Message | undefined;
  let seen = 0;
  try {
    using progress = startProgress(io, live || isSet(given, "quiet"));
    for await (const event of events) {
      if ("gap" in event) {
        warn(given, io, "the stream broke off, and events may be missing");
        continue;
      }
      if ("message" in event) message = event.message;
      else if ("task" in event) task = structuredClone(event.task);
      else if (task) applyEvent(task, event);
      progress.tell(task?.status.state ?? "message");
      if (live) io.out(`${asJson ? renderJson(event) : renderEvent(event, detail)}\n`);
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
}

/** Whether the caller has to act before the task goes on. The first that is seen of a task that goes on is how it stood before. */
function isQuestion({ status: { state } }: Task, event: FollowedEvent, isBefore: boolean): boolean {
  return isInterrupted(state) && !(isBefore && "task" in event);
}

/** The outcome is the agent's; the command did its job. But whoever watches should know. */
export function warnOf({ status: { state } }: Task, given: Given, io: Io): void {
  const isGood = state === "TASK_STATE_COMPLETED" || !isSettled(state);
  if (!isGood) warn(given, io, `the task is ${state}`);
}

/** Says something on stderr, unless nothing is wanted there. */
export function warn(given: Given, io: Io, text: string): void {
  if (!isSet(given, "quiet")) io.err(`Warning: ${line(text)}\n`);
}

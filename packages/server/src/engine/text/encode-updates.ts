import type { LogEvent } from "@a2a/types";
import type { EventText, UpdateTexts } from "./event-text.ts";

/** Serializes the updates that a lease holder appends. Throws `TypeError` for events that do not belong in its log. */
export function encodeUpdates(events: readonly LogEvent[], task: Writing, now: () => number, into: EventText[]): void {
  const before = into.length;
  try {
    for (const event of events) into.push(encodeUpdate(event, task, now));
  } catch (error) {
    into.length = before;
    throw error;
  }
}

function encodeUpdate(event: LogEvent, task: Writing, now: () => number): EventText {
  if ("statusUpdate" in event) {
    checkIds(event.statusUpdate, task);
    return task.texts.ofStatus(event.statusUpdate, now);
  }
  if ("artifactUpdate" in event) {
    checkIds(event.artifactUpdate, task);
    return task.texts.ofArtifact(event.artifactUpdate);
  }
  throw new TypeError(`expected a statusUpdate or an artifactUpdate, got ${Object.keys(event).join(", ")}`);
}

/** The task being written. */
interface Writing {
  readonly taskId: string;
  readonly contextId: string;
  readonly texts: UpdateTexts;
}

function checkIds(update: { taskId: string; contextId: string }, task: Writing): void {
  if (update.taskId === task.taskId && update.contextId === task.contextId) return;
  throw new TypeError(`an event of task ${update.taskId} does not belong in the log of task ${task.taskId}`);
}

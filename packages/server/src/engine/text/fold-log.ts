import type { Task } from "@a2a/types";
import { encodeEvent } from "./event-text.ts";
import type { TextEntry } from "./log-entry.ts";
import { joinTask, type TaskPieces, TaskText } from "./task-text.ts";

/**
 * The task that a log folds to.
 *
 * @param snapshot The task before the entries; absent when they are the whole log, which begins with its task.
 */
export function foldLog(snapshot: TaskPieces | undefined, entries: readonly TextEntry[]): TaskText {
  const [first] = entries;
  // Every snapshot was joined from the pieces of a task.
  const text = new TaskText(snapshot ? (JSON.parse(joinTask(snapshot)) as Task) : taskIn(first));
  for (const entry of entries) {
    if (snapshot || entry !== first) text.apply(encodeEvent(entry.event, Date.now));
  }
  return text;
}

/** The JSON of the task in the first entry of a log. */
export function taskJsonIn(entry: TextEntry | undefined): string {
  if (!entry?.json.startsWith(TASK)) throw new TypeError("the log does not begin with its task");
  return entry.json.slice(TASK.length, -1);
}
const TASK = '{"task":';

/** The task in the first entry of a log. */
export function taskIn(entry: TextEntry | undefined): Task {
  const event = entry?.event;
  if (!event || !("task" in event)) throw new TypeError("the log does not begin with its task");
  return event.task;
}

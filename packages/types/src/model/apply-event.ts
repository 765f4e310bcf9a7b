import { mergeArtifact } from "./artifact.ts";
import type { Message } from "./message.ts";
import type { LogEvent, TaskArtifactUpdateEvent } from "./stream-response.ts";
import type { Task, TaskStatus } from "./task.ts";
import { foldReceived, foldStatus, type TaskFold } from "./task-fold.ts";
import { isInterrupted } from "./task-state.ts";
import { isTextDelta } from "./text-delta.ts";
import { unreachable } from "./unreachable.ts";

/**
 * Folds one event into a task that the caller owns, in place: the cost of a chunk does not depend on the size of the task. The message of a status
 * that is replaced moves to the history. The event is never changed.
 */
export function applyEvent(task: Task, event: LogEvent): void {
  if ("received" in event) foldReceived(new FoldedTask(task), event.received);
  else if ("task" in event) replace(task, event.task);
  else if ("statusUpdate" in event) setStatus(task, event.statusUpdate.status);
  else if ("artifactUpdate" in event) addArtifact(task, event.artifactUpdate);
  else if ("message" in event) return;
  else unreachable(event);
}

/** The task that a log folds to, or `undefined` if the log contains no task. */
export function foldEvents(events: Iterable<LogEvent>): Task | undefined {
  let task: Task | undefined;
  for (const event of events) {
    if (task) applyEvent(task, event);
    else if ("task" in event) task = copyTask(event.task);
  }
  return task;
}

/** A copy of a task for `applyEvent`. Parts and messages are immutable and shared. */
export function copyTask(task: Task): Task {
  const copy = { ...task };
  if (task.history) copy.history = [...task.history];
  if (task.artifacts) {
    copy.artifacts = [];
    for (const artifact of task.artifacts) mergeArtifact(copy.artifacts, artifact);
  }
  return copy;
}

function replace(task: Task, snapshot: Task): void {
  delete task.contextId;
  delete task.artifacts;
  delete task.history;
  delete task.metadata;
  Object.assign(task, copyTask(snapshot));
}

/** The task object as the rules of the fold see it. */
class FoldedTask implements TaskFold<Message> {
  readonly #task: Task;

  constructor(task: Task) {
    this.#task = task;
  }

  get history(): Message[] {
    this.#task.history ??= [];
    return this.#task.history;
  }

  set history(history: Message[]) {
    this.#task.history = history;
  }

  get statusMessage(): Message | undefined {
    return this.#task.status.message;
  }

  get isInterrupted(): boolean {
    return isInterrupted(this.#task.status.state);
  }

  clearStatusMessage(): void {
    const { message: _, ...status } = this.#task.status;
    this.#task.status = status;
  }
}

function setStatus(task: Task, status: TaskStatus): void {
  foldStatus(new FoldedTask(task));
  task.status = status;
}

function addArtifact(task: Task, update: TaskArtifactUpdateEvent): void {
  task.artifacts ??= [];
  mergeArtifact(task.artifacts, update.artifact, update.append, isTextDelta(update));
}

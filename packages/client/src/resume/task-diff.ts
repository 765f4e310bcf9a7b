import { copyTask, type StreamResponse, type Task } from "@a2a/types";
import { changesBetween } from "./task-changes.ts";

/** A task that is read again and again, as the caller saw it last. */
export class TaskDiff {
  #shown: Task;

  constructor(task: Task) {
    this.#shown = copyTask(task); // callers may change what they are given
  }

  /** The events that lead from there to the task as it is now. */
  changesTo(task: Task): StreamResponse[] {
    const events = changesBetween(this.#shown, task);
    this.#shown = copyTask(task);
    return events;
  }
}

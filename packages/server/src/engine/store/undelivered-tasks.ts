import type { PushRecord } from "../port/push-record.ts";
import type { TaskRow } from "../rules/task-row.ts";
import { dueAt } from "../rules/webhooks.ts";
import type { DuePushes } from "./task-store.ts";

/** The tasks that may have events to deliver to webhooks: an index for stores that have their storage to themselves. */
export class UndeliveredTasks {
  readonly #tasks: Set<string>;

  /** @param tasks The ids of the tasks that had undelivered events when the store was opened. */
  constructor(tasks: Iterable<string> = []) {
    this.#tasks = new Set(tasks);
  }

  /** Notes a task whose webhooks or log have changed. */
  add(row: TaskRow): void {
    if (row.pushes > 0) this.#tasks.add(row.id);
  }

  /** At most `limit` webhooks that are due. A task that turns out to have none to deliver to leaves the index. */
  due(
    limit: number,
    now: number,
    find: (taskId: string) => { readonly row: TaskRow; readonly pushes: readonly PushRecord[] } | undefined,
  ): DuePushes {
    const records: PushRecord[] = [];
    let nextAt: number | undefined;
    for (const taskId of [...this.#tasks]) {
      if (records.length >= limit) break;
      const task = find(taskId);
      let hasUndelivered = false;
      for (const push of task?.pushes ?? []) {
        const due = task && dueAt(push, task.row);
        if (due === undefined) continue;
        hasUndelivered = true;
        if (due <= now) records.push(push);
        else nextAt = Math.min(nextAt ?? due, due);
      }
      if (!hasUndelivered) this.#tasks.delete(taskId);
    }
    return { records: records.slice(0, limit), nextAt };
  }
}

import type { Task } from "@a2a/types";

/** A task with as much history as its caller expects, also where the agent shows more; all of it when that is not said. */
export function withHistory(task: Task, historyLength: number | undefined): Task {
  if (historyLength === undefined || task.history === undefined || task.history.length <= historyLength) return task;
  const { history, ...rest } = task;
  return historyLength === 0 ? rest : { ...rest, history: history.slice(-historyLength) };
}

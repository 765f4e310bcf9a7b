import type { Task } from "@a2a/types";

/** A task with as much history as its caller expects, also where the agent shows more; all of it when that is not said. */
export function withHistory(task: Task, historyLength: number | undefined): Task {
  const { history, ...rest } = task;
  if (historyLength === undefined || history === undefined || history.length <= historyLength) return task;
  return historyLength === 0 ? rest : { ...rest, history: history.slice(-historyLength) };
}

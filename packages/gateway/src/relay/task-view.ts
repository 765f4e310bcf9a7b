import type { Operations, Task } from "@a2a/types";
import type { LinkOptions } from "../agents/link-types.ts";
import type { Relay, RelayedCall } from "./relay-context.ts";

/** A task with as much history as its caller expects, also if the agent shows more; all of it when that is not said. */
export function withHistory(task: Task, historyLength: number | undefined): Task {
  if (historyLength === undefined || task.history === undefined || task.history.length <= historyLength) return task;
  const { history, ...rest } = task;
  return historyLength === 0 ? rest : { ...rest, history: history.slice(-historyLength) };
}

/** A task as its caller may see it. */
export function shown({ show }: RelayedCall, task: Task): Task {
  const event = show({ task });
  return "task" in event ? event.task : task;
}

/** How a task stands. */
export function peek(
  { link }: Relay,
  { id, tenant }: Operations["subscribeToTask"]["input"],
  options: LinkOptions,
): Promise<Task> {
  return link.call("getTask", { id, historyLength: 0, ...(tenant !== undefined && { tenant }) }, options);
}

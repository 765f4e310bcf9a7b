import { type Task, type TaskState, textOf } from "@a2a/types";
import { timeOfId } from "../parts/time.ts";
import type { Model } from "./model.ts";

/** A task as the list shows it. */
export interface ListedTask {
  readonly id: string;
  readonly contextId: string;
  /** The first words of its first message. */
  readonly title: string;
  readonly state: TaskState;
  readonly begunAt: number | undefined;
  readonly changedAt: number | undefined;
  /** How many events this session has seen of it. */
  readonly events: number | undefined;
}

/** The tasks that an agent lists, and those of this session that it does not; the newest first. */
export function listedTasks(tasks: readonly Task[], model: Model, connection: number): ListedTask[] {
  const turns = model.turnsOf(connection);
  const logs = [...model.logs.values()].filter((log) => log.connection === connection);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for (const { task } of logs) if (task && !byId.has(task.id)) byId.set(task.id, task);
  const listed = [...byId.values()].map((task): ListedTask => {
    const log = model.logs.get(`${connection}/${task.id}`);
    const seenTask = log?.task;
    const [ours, theirs] = [timeOf(seenTask), timeOf(task)];
    const newest = seenTask && (ours ?? 0) >= (theirs ?? 0) ? seenTask : task;
    const first = task.history?.find(({ role }) => role === "ROLE_USER");
    const message = first ?? turns.find(({ taskKey }) => taskKey === log?.key)?.message;
    return {
      id: task.id,
      contextId: task.contextId ?? "",
      title: message ? textOf(message).trim().split("\n", 1)[0]?.slice(0, 140) || "(data)" : "",
      state: newest.status.state,
      begunAt: timeOfId(task.id) ?? log?.rows[0]?.at,
      changedAt: timeOf(newest) ?? log?.rows.at(-1)?.at,
      events: log && log.rows.length > 0 ? log.rows.filter(({ event }) => event).length : undefined,
    };
  });
  return listed.sort((a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0));
}

/** The same tasks by conversation, in the order of the newest of each. */
export function groupsOf(tasks: readonly ListedTask[]): ListedTask[][] {
  return [...Map.groupBy(tasks, ({ id, contextId }) => contextId || id).values()];
}

function timeOf(task: Task | undefined): number | undefined {
  const at = Date.parse(task?.status.timestamp ?? "");
  return Number.isNaN(at) ? undefined : at;
}

import type { JsonObject } from "../json/json.ts";
import type { Artifact } from "./artifact.ts";
import type { Message } from "./message.ts";
import type { TaskState } from "./task-state.ts";

/** The state of a task, since when, and what the agent says about it. */
export type TaskStatus = {
  /** Where the task stands. */
  state: TaskState;
  /** A message from the agent about the status, such as a question to the caller. */
  message?: Message;
  /** Since when, in ISO 8601 and UTC. */
  timestamp?: string;
};

/** A unit of work with its status, its results and its messages. */
export type Task = {
  /** The id that the server gave the task. */
  id: string;
  /** The conversation that the task belongs to. */
  contextId?: string;
  /** Where the task stands. */
  status: TaskStatus;
  /** The results of the task so far. */
  artifacts?: Artifact[];
  /** The messages of the task, oldest first. Servers may return only the most recent ones. */
  history?: Message[];
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
};

/**
 * The task with at most the `historyLength` most recent messages, oldest first. Zero omits `history`; `undefined` keeps all.
 * The task given is not changed.
 */
export function trimHistory(task: Task, historyLength: number | undefined): Task {
  if (historyLength === undefined || task.history === undefined) return task;
  if (historyLength > 0 && task.history.length <= historyLength) return task;
  const { history, ...rest } = task;
  return historyLength === 0 ? rest : { ...rest, history: history.slice(-historyLength) };
}

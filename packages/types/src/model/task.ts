import * as z from "zod";
import { type JsonObject, OptionalJsonObject } from "../json/json.ts";
import { type Artifact, ArtifactSchema } from "./artifact.ts";
import { type Message, MessageSchema } from "./message.ts";
import { OptionalString, RequiredString, TimestampSchema } from "./scalars.ts";
import { type TaskState, TaskStateSchema } from "./task-state.ts";

/** The state of a task, since when, and what the agent says about it. */
export const TaskStatusSchema = z.object({
  state: TaskStateSchema,
  message: z.exactOptional(MessageSchema),
  timestamp: z.exactOptional(TimestampSchema),
});
/** The state of a task, since when, and what the agent says about it. */
export type TaskStatus = { state: TaskState; message?: Message; timestamp?: string };

/** A unit of work: where it stands, what it produced, what was said. */
export const TaskSchema = z.object({
  id: RequiredString,
  contextId: OptionalString,
  status: TaskStatusSchema,
  artifacts: z.exactOptional(z.array(ArtifactSchema)),
  history: z.exactOptional(z.array(MessageSchema)),
  metadata: OptionalJsonObject,
});
/** A unit of work: where it stands, what it produced, what was said. */
export type Task = {
  id: string;
  contextId?: string;
  status: TaskStatus;
  artifacts?: Artifact[];
  history?: Message[];
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

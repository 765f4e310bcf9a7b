import * as z from "zod";
import { ArtifactSchema } from "./artifact.ts";
import { OptionalJsonObject } from "./json.ts";
import { MessageSchema } from "./message.ts";
import { OptionalString, RequiredString, TimestampSchema } from "./scalars.ts";
import { TaskStateSchema } from "./task-state.ts";

/** The state of a task, since when, and what the agent says about it. */
export const TaskStatusSchema = z.object({
  state: TaskStateSchema,
  message: z.exactOptional(MessageSchema),
  timestamp: z.exactOptional(TimestampSchema),
});
/** The state of a task, since when, and what the agent says about it. */
export type TaskStatus = z.output<typeof TaskStatusSchema>;

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
export type Task = z.output<typeof TaskSchema>;

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

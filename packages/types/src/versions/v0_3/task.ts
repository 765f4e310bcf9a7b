import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString } from "../../schemas/scalars.ts";
import { TimestampSchema } from "../older/timestamp.ts";
import { ArtifactSchema } from "./artifact.ts";
import { MessageSchema } from "./message.ts";

/** The status of a task. */
export const TaskStateSchema = s.choice([
  "submitted",
  "working",
  "input-required",
  "completed",
  "canceled",
  "failed",
  "rejected",
  "auth-required",
  "unknown",
]);
/** The status of a task. */
export type TaskState = s.Infer<typeof TaskStateSchema>;

/** The state of a task, since when, and what the agent says about it. */
export const TaskStatusSchema = s.object({
  state: TaskStateSchema,
  message: s.optional(MessageSchema),
  timestamp: s.optional(TimestampSchema),
});
/** The state of a task, since when, and what the agent says about it. */
export type TaskStatus = s.Infer<typeof TaskStatusSchema>;

/** A unit of work with its status, its results and its messages. */
export const TaskSchema = s.object({
  kind: s.literal("task"),
  id: RequiredString,
  contextId: RequiredString,
  status: TaskStatusSchema,
  history: s.optional(s.array(MessageSchema)),
  artifacts: s.optional(s.array(ArtifactSchema)),
  metadata: s.optional(JsonObjectSchema),
});
/** A unit of work with its status, its results and its messages. */
export type Task = s.Infer<typeof TaskSchema>;

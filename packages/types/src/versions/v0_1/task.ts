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

/** A unit of work. Its `id` was chosen by the client; `sessionId` groups the tasks of a conversation. */
export const TaskSchema = s.object({
  id: RequiredString,
  sessionId: s.optional(s.string()),
  status: TaskStatusSchema,
  artifacts: s.optional(s.array(ArtifactSchema)),
  history: s.optional(s.array(MessageSchema)),
  metadata: s.optional(JsonObjectSchema),
});
/** A unit of work. */
export type Task = s.Infer<typeof TaskSchema>;

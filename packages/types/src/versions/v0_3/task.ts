import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString } from "../../schemas/scalars.ts";
import { TimestampSchema } from "../older/timestamp.ts";
import { ArtifactSchema } from "./artifact.ts";
import { MessageSchema } from "./message.ts";

/** The status of a task. */
export const TaskStateSchema = z.enum([
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
export type TaskState = z.output<typeof TaskStateSchema>;

/** The state of a task, since when, and what the agent says about it. */
export const TaskStatusSchema = z.object({
  state: TaskStateSchema,
  message: z.exactOptional(MessageSchema),
  timestamp: z.exactOptional(TimestampSchema),
});
/** The state of a task, since when, and what the agent says about it. */
export type TaskStatus = z.output<typeof TaskStatusSchema>;

/** A unit of work with its status, its results and its messages. */
export const TaskSchema = z.object({
  kind: z.literal("task"),
  id: RequiredString,
  contextId: RequiredString,
  status: TaskStatusSchema,
  history: z.exactOptional(z.array(MessageSchema)),
  artifacts: z.exactOptional(z.array(ArtifactSchema)),
  metadata: z.exactOptional(JsonObjectSchema),
});
/** A unit of work with its status, its results and its messages. */
export type Task = z.output<typeof TaskSchema>;

import * as z from "zod/mini";
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
/** A unit of work with its status, its results and its messages. */
export const TaskSchema = z.object({
  id: RequiredString,
  contextId: OptionalString,
  status: TaskStatusSchema,
  artifacts: z.exactOptional(z.array(ArtifactSchema)),
  history: z.exactOptional(z.array(MessageSchema)),
  metadata: OptionalJsonObject,
});

import * as s from "../schema/shapes.ts";
import { ArtifactSchema } from "./artifact.ts";
import { OptionalJsonObject } from "./json.ts";
import { MessageSchema } from "./message.ts";
import { OptionalString, RequiredString, TimestampSchema } from "./scalars.ts";
import { TaskStateSchema } from "./task-state.ts";

/** The state of a task, since when, and what the agent says about it. */
export const TaskStatusSchema = s.object({
  state: TaskStateSchema,
  message: s.optional(MessageSchema),
  timestamp: s.optional(TimestampSchema),
});
/** A unit of work with its status, its results and its messages. */
export const TaskSchema = s.object({
  id: RequiredString,
  contextId: OptionalString,
  status: TaskStatusSchema,
  artifacts: s.optional(s.array(ArtifactSchema)),
  history: s.optional(s.array(MessageSchema)),
  metadata: OptionalJsonObject,
});

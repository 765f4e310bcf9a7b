import * as s from "../schema/shapes.ts";
import { ArtifactSchema } from "./artifact.ts";
import { OptionalJsonObject } from "./json.ts";
import { MessageSchema } from "./message.ts";
import { oneOf } from "./one-of.ts";
import { OptionalBoolean, RequiredString } from "./scalars.ts";
import { TaskSchema, TaskStatusSchema } from "./task.ts";

/** A task changed its status. */
export const TaskStatusUpdateEventSchema = s.object({
  taskId: RequiredString,
  contextId: RequiredString,
  status: TaskStatusSchema,
  metadata: OptionalJsonObject,
});
/** A task produced an artifact, or one more chunk of it (`append`). */
export const TaskArtifactUpdateEventSchema = s.object({
  taskId: RequiredString,
  contextId: RequiredString,
  artifact: ArtifactSchema,
  append: OptionalBoolean,
  lastChunk: OptionalBoolean,
  metadata: OptionalJsonObject,
});
/** One event of a stream: exactly one of `task`, `message`, `statusUpdate` and `artifactUpdate`. */
export const StreamResponseSchema = oneOf(
  {
    task: TaskSchema,
    message: MessageSchema,
    statusUpdate: TaskStatusUpdateEventSchema,
    artifactUpdate: TaskArtifactUpdateEventSchema,
  },
  {},
);

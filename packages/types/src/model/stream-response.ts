import * as z from "zod";
import { ArtifactSchema } from "./artifact.ts";
import { OptionalJsonObject } from "./json.ts";
import { type Message, MessageSchema } from "./message.ts";
import { oneOf } from "./one-of.ts";
import { OptionalBoolean, RequiredString } from "./scalars.ts";
import { TaskSchema, TaskStatusSchema } from "./task.ts";

/** A task changed its status. */
export const TaskStatusUpdateEventSchema = z.object({
  taskId: RequiredString,
  contextId: RequiredString,
  status: TaskStatusSchema,
  metadata: OptionalJsonObject,
});
/** A task changed its status. */
export type TaskStatusUpdateEvent = z.output<typeof TaskStatusUpdateEventSchema>;

/** A task produced an artifact, or one more chunk of it (`append`). */
export const TaskArtifactUpdateEventSchema = z.object({
  taskId: RequiredString,
  contextId: RequiredString,
  artifact: ArtifactSchema,
  append: OptionalBoolean,
  lastChunk: OptionalBoolean,
  metadata: OptionalJsonObject,
});
/** A task produced an artifact, or one more chunk of it. */
export type TaskArtifactUpdateEvent = z.output<typeof TaskArtifactUpdateEventSchema>;

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
/** One event of a stream; narrow it by `"task" in event` and so on. */
export type StreamResponse = z.output<typeof StreamResponseSchema>;

/**
 * One entry of a task's log: everything a stream shows, and the later messages of the user, which take a number in the log but
 * never go on the wire.
 */
export type LogEvent = StreamResponse | { received: Message };

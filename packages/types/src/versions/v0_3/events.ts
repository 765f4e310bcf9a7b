import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString } from "../../schemas/scalars.ts";
import { ArtifactSchema } from "./artifact.ts";
import { MessageSchema } from "./message.ts";
import { TaskSchema, TaskStatusSchema } from "./task.ts";

/** A task changed its status; `final` marks the last one of this interaction, after which the stream closes. */
export const TaskStatusUpdateEventSchema = s.object({
  kind: s.literal("status-update"),
  taskId: RequiredString,
  contextId: RequiredString,
  status: TaskStatusSchema,
  final: s.boolean(),
  metadata: s.optional(JsonObjectSchema),
});
/** A task changed its status. */
export type TaskStatusUpdateEvent = s.Infer<typeof TaskStatusUpdateEventSchema>;

/** A task produced an artifact, or one more chunk of it (`append`). */
export const TaskArtifactUpdateEventSchema = s.object({
  kind: s.literal("artifact-update"),
  taskId: RequiredString,
  contextId: RequiredString,
  artifact: ArtifactSchema,
  append: s.optional(s.boolean()),
  lastChunk: s.optional(s.boolean()),
  metadata: s.optional(JsonObjectSchema),
});
/** A task produced an artifact, or one more chunk of it. */
export type TaskArtifactUpdateEvent = s.Infer<typeof TaskArtifactUpdateEventSchema>;

/** An event of a stream, discriminated by `kind`. */
export const StreamEventSchema = s.union("kind", [
  TaskSchema,
  MessageSchema,
  TaskStatusUpdateEventSchema,
  TaskArtifactUpdateEventSchema,
]);
/** An event of a stream; narrow it by `kind`. */
export type StreamEvent = s.Infer<typeof StreamEventSchema>;

/** The answer to a message: a task or a message, discriminated by `kind`. */
export const SendMessageResultSchema = s.union("kind", [TaskSchema, MessageSchema]);
/** The answer to a message; narrow it by `kind`. */
export type SendMessageResult = s.Infer<typeof SendMessageResultSchema>;

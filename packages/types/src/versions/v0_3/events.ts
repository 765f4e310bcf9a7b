import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString } from "../../schemas/scalars.ts";
import { ArtifactSchema } from "./artifact.ts";
import { MessageSchema } from "./message.ts";
import { TaskSchema, TaskStatusSchema } from "./task.ts";

/** A task changed its status; `final` marks the last one of this interaction, after which the stream closes. */
export const TaskStatusUpdateEventSchema = z.object({
  kind: z.literal("status-update"),
  taskId: RequiredString,
  contextId: RequiredString,
  status: TaskStatusSchema,
  final: z.boolean(),
  metadata: z.exactOptional(JsonObjectSchema),
});
/** A task changed its status. */
export type TaskStatusUpdateEvent = z.output<typeof TaskStatusUpdateEventSchema>;

/** A task produced an artifact, or one more chunk of it (`append`). */
export const TaskArtifactUpdateEventSchema = z.object({
  kind: z.literal("artifact-update"),
  taskId: RequiredString,
  contextId: RequiredString,
  artifact: ArtifactSchema,
  append: z.exactOptional(z.boolean()),
  lastChunk: z.exactOptional(z.boolean()),
  metadata: z.exactOptional(JsonObjectSchema),
});
/** A task produced an artifact, or one more chunk of it. */
export type TaskArtifactUpdateEvent = z.output<typeof TaskArtifactUpdateEventSchema>;

/** An event of a stream, discriminated by `kind`. */
export const StreamEventSchema = z.discriminatedUnion("kind", [
  TaskSchema,
  MessageSchema,
  TaskStatusUpdateEventSchema,
  TaskArtifactUpdateEventSchema,
]);
/** An event of a stream; narrow it by `kind`. */
export type StreamEvent = z.output<typeof StreamEventSchema>;

/** The answer to a message: a task or a message, discriminated by `kind`. */
export const SendMessageResultSchema = z.discriminatedUnion("kind", [TaskSchema, MessageSchema]);
/** The answer to a message; narrow it by `kind`. */
export type SendMessageResult = z.output<typeof SendMessageResultSchema>;

import { oneOf } from "@a2a/types/internal";
import { Base64Schema, JsonObjectSchema, TimestampSchema } from "@a2a/types/schemas";
import * as z from "zod/mini";

// The ProtoJSON of 0.3, with the fields that were added to its schema after the initial release: metadata and names of
// parts, references of messages. Readers of the initial release skip them.

const text = z.exactOptional(z.string());
const texts = z.exactOptional(z.array(z.string()));
const flag = z.exactOptional(z.boolean());
const count = z.exactOptional(z.int().check(z.minimum(0), z.maximum(2_147_483_647)));
const metadata = z.exactOptional(JsonObjectSchema);
const required = z.string().check(z.minLength(1, { error: "expected a non-empty string" }));

/** A file: its bytes or its address. */
const FilePartSchema = oneOf({ fileWithUri: z.string(), fileWithBytes: Base64Schema }, { mimeType: text, name: text });

/** One piece of content, identified by its member name. */
export const PartSchema = oneOf(
  { text: z.string(), file: FilePartSchema, data: z.object({ data: JsonObjectSchema }) },
  { metadata },
);
/** One piece of content. */
export type Part = z.output<typeof PartSchema>;

/** The sender of a message. */
export const RoleSchema = z.enum(["ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT"]);

/** A message. Its parts are called `content`, in later patches `parts`. */
export const MessageSchema = z.object({
  messageId: required,
  contextId: text,
  taskId: text,
  role: RoleSchema,
  content: z.exactOptional(z.array(PartSchema)),
  parts: z.exactOptional(z.array(PartSchema)),
  metadata,
  extensions: texts,
  referenceTaskIds: texts,
});
/** A message. */
export type Message = z.output<typeof MessageSchema>;

/** An artifact. */
export const ArtifactSchema = z.object({
  artifactId: required,
  name: text,
  description: text,
  parts: z.exactOptional(z.array(PartSchema)),
  metadata,
  extensions: texts,
});
/** An artifact. */
export type Artifact = z.output<typeof ArtifactSchema>;

/** The state of a task; `cancelled` is spelled with two Ls here. */
export const TaskStateSchema = z.enum([
  "TASK_STATE_UNSPECIFIED",
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELLED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_AUTH_REQUIRED",
]);
/** The state of a task. */
export type TaskState = z.output<typeof TaskStateSchema>;

/** The status of a task. */
export const TaskStatusSchema = z.object({
  state: TaskStateSchema,
  message: z.exactOptional(MessageSchema),
  timestamp: z.exactOptional(TimestampSchema),
});
/** The status of a task. */
export type TaskStatus = z.output<typeof TaskStatusSchema>;

/** A task. */
export const TaskSchema = z.object({
  id: required,
  contextId: text,
  status: TaskStatusSchema,
  artifacts: z.exactOptional(z.array(ArtifactSchema)),
  history: z.exactOptional(z.array(MessageSchema)),
  metadata,
});
/** A task. */
export type Task = z.output<typeof TaskSchema>;

/** A task changed its status. */
export const StatusUpdateSchema = z.object({
  taskId: required,
  contextId: text,
  status: TaskStatusSchema,
  final: flag,
  metadata,
});
/** A task changed its status. */
export type StatusUpdate = z.output<typeof StatusUpdateSchema>;

/** A task produced an artifact or a chunk of one. */
export const ArtifactUpdateSchema = z.object({
  taskId: required,
  contextId: text,
  artifact: ArtifactSchema,
  append: flag,
  lastChunk: flag,
  metadata,
});
/** A task produced an artifact or a chunk of one. */
export type ArtifactUpdate = z.output<typeof ArtifactUpdateSchema>;

/** The response to a message. */
export const SendMessageResponseSchema = oneOf({ task: TaskSchema, message: MessageSchema }, {});
/** The response to a message. */
export type SendMessageResponse = z.output<typeof SendMessageResponseSchema>;

/** A stream item. */
export const StreamResponseSchema = oneOf(
  { task: TaskSchema, message: MessageSchema, statusUpdate: StatusUpdateSchema, artifactUpdate: ArtifactUpdateSchema },
  {},
);
/** A stream item. */
export type StreamResponse = z.output<typeof StreamResponseSchema>;

/** A webhook. */
export const PushConfigSchema = z.object({
  id: text,
  url: required,
  token: text,
  authentication: z.exactOptional(z.object({ schemes: texts, credentials: text })),
});
/** A webhook. */
export type PushConfig = z.output<typeof PushConfigSchema>;

/** A message to an agent. */
export const SendMessageRequestSchema = z.object({
  message: MessageSchema,
  configuration: z.exactOptional(
    z.object({
      acceptedOutputModes: texts,
      pushNotification: z.exactOptional(PushConfigSchema),
      historyLength: count,
      blocking: flag,
    }),
  ),
  metadata,
});
/** A message to an agent. */
export type SendMessageRequest = z.output<typeof SendMessageRequestSchema>;

/** The webhook of a task; its resource name contains both ids: `tasks/{task}/pushNotificationConfigs/{config}`. */
export const TaskPushConfigSchema = z.object({ name: text, pushNotificationConfig: PushConfigSchema });
/** The webhook of a task. */
export type TaskPushConfig = z.output<typeof TaskPushConfigSchema>;

/** The webhooks of a task. */
export const ListPushConfigsSchema = z.object({
  configs: z.exactOptional(z.array(TaskPushConfigSchema)),
  nextPageToken: text,
});

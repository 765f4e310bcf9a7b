import { oneOf, RequiredString } from "@a2a/types/internal";
import * as s from "@a2a/types/internal/schema";
import { Base64Schema, JsonObjectSchema, TimestampSchema } from "@a2a/types/schemas";

// The ProtoJSON of 0.3, with the fields that were added to its schema after the initial release: metadata and names of
// parts, references of messages. Readers of the initial release skip them.

const text = s.optional(s.string());
const texts = s.optional(s.array(s.string()));
const flag = s.optional(s.boolean());
const count = s.optional(s.integer({ min: 0, max: 2_147_483_647 }));
const metadata = s.optional(JsonObjectSchema);

/** A file: its bytes or its address. */
const FilePartSchema = oneOf({ fileWithUri: s.string(), fileWithBytes: Base64Schema }, { mimeType: text, name: text });

/** One piece of content, identified by its member name. */
export const PartSchema = oneOf(
  { text: s.string(), file: FilePartSchema, data: s.object({ data: JsonObjectSchema }) },
  { metadata },
);
/** One piece of content. */
export type Part = s.Infer<typeof PartSchema>;

/** The sender of a message. */
export const RoleSchema = s.choice(["ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT"]);

/** A message. Its parts are called `content`, in later patches `parts`. */
export const MessageSchema = s.object({
  messageId: RequiredString,
  contextId: text,
  taskId: text,
  role: RoleSchema,
  content: s.optional(s.array(PartSchema)),
  parts: s.optional(s.array(PartSchema)),
  metadata,
  extensions: texts,
  referenceTaskIds: texts,
});
/** A message. */
export type Message = s.Infer<typeof MessageSchema>;

/** An artifact. */
export const ArtifactSchema = s.object({
  artifactId: RequiredString,
  name: text,
  description: text,
  parts: s.optional(s.array(PartSchema)),
  metadata,
  extensions: texts,
});
/** An artifact. */
export type Artifact = s.Infer<typeof ArtifactSchema>;

/** The state of a task; `cancelled` is spelled with two Ls here. */
export const TaskStateSchema = s.choice([
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
export type TaskState = s.Infer<typeof TaskStateSchema>;

/** The status of a task. */
export const TaskStatusSchema = s.object({
  state: TaskStateSchema,
  message: s.optional(MessageSchema),
  timestamp: s.optional(TimestampSchema),
});
/** The status of a task. */
export type TaskStatus = s.Infer<typeof TaskStatusSchema>;

/** A task. */
export const TaskSchema = s.object({
  id: RequiredString,
  contextId: text,
  status: TaskStatusSchema,
  artifacts: s.optional(s.array(ArtifactSchema)),
  history: s.optional(s.array(MessageSchema)),
  metadata,
});
/** A task. */
export type Task = s.Infer<typeof TaskSchema>;

/** A task changed its status. */
export const StatusUpdateSchema = s.object({
  taskId: RequiredString,
  contextId: text,
  status: TaskStatusSchema,
  final: flag,
  metadata,
});
/** A task changed its status. */
export type StatusUpdate = s.Infer<typeof StatusUpdateSchema>;

/** A task produced an artifact or a chunk of one. */
export const ArtifactUpdateSchema = s.object({
  taskId: RequiredString,
  contextId: text,
  artifact: ArtifactSchema,
  append: flag,
  lastChunk: flag,
  metadata,
});
/** A task produced an artifact or a chunk of one. */
export type ArtifactUpdate = s.Infer<typeof ArtifactUpdateSchema>;

/** The response to a message. */
export const SendMessageResponseSchema = oneOf({ task: TaskSchema, message: MessageSchema }, {});
/** The response to a message. */
export type SendMessageResponse = s.Infer<typeof SendMessageResponseSchema>;

/** A stream item. */
export const StreamResponseSchema = oneOf(
  { task: TaskSchema, message: MessageSchema, statusUpdate: StatusUpdateSchema, artifactUpdate: ArtifactUpdateSchema },
  {},
);
/** A stream item. */
export type StreamResponse = s.Infer<typeof StreamResponseSchema>;

/** A webhook. */
export const PushConfigSchema = s.object({
  id: text,
  url: RequiredString,
  token: text,
  authentication: s.optional(s.object({ schemes: texts, credentials: text })),
});
/** A webhook. */
export type PushConfig = s.Infer<typeof PushConfigSchema>;

/** A message to an agent. */
export const SendMessageRequestSchema = s.object({
  message: MessageSchema,
  configuration: s.optional(
    s.object({
      acceptedOutputModes: texts,
      pushNotification: s.optional(PushConfigSchema),
      historyLength: count,
      blocking: flag,
    }),
  ),
  metadata,
});
/** A message to an agent. */
export type SendMessageRequest = s.Infer<typeof SendMessageRequestSchema>;

/** The webhook of a task; its resource name contains both ids: `tasks/{task}/pushNotificationConfigs/{config}`. */
export const TaskPushConfigSchema = s.object({ name: text, pushNotificationConfig: PushConfigSchema });
/** The webhook of a task. */
export type TaskPushConfig = s.Infer<typeof TaskPushConfigSchema>;

/** The webhooks of a task. */
export const ListPushConfigsSchema = s.object({
  configs: s.optional(s.array(TaskPushConfigSchema)),
  nextPageToken: text,
});

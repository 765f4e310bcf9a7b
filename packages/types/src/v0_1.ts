export {
  type Artifact,
  ArtifactSchema,
} from "./versions/v0_1/artifact.ts";
export {
  type AgentCapabilities,
  AgentCapabilitiesSchema,
  type AgentCard,
  AgentCardSchema,
  type AgentProvider,
  AgentProviderSchema,
  type AgentSkill,
  AgentSkillSchema,
} from "./versions/v0_1/card.ts";
export {
  type StreamEvent,
  StreamEventSchema,
  type TaskArtifactUpdateEvent,
  TaskArtifactUpdateEventSchema,
  type TaskStatusUpdateEvent,
  TaskStatusUpdateEventSchema,
} from "./versions/v0_1/events.ts";
export {
  type Message,
  MessageSchema,
  type Role,
  RoleSchema,
} from "./versions/v0_1/message.ts";
export {
  type DataPart,
  DataPartSchema,
  type FileContent,
  FileContentSchema,
  type FilePart,
  FilePartSchema,
  type Part,
  PartSchema,
  type TextPart,
  TextPartSchema,
} from "./versions/v0_1/part.ts";
export {
  type PushNotificationAuthenticationInfo,
  PushNotificationAuthenticationInfoSchema,
  type PushNotificationConfig,
  PushNotificationConfigSchema,
  type TaskPushNotificationConfig,
  TaskPushNotificationConfigSchema,
} from "./versions/v0_1/push.ts";
export {
  type TaskIdParams,
  TaskIdParamsSchema,
  type TaskQueryParams,
  TaskQueryParamsSchema,
  type TaskSendParams,
  TaskSendParamsSchema,
} from "./versions/v0_1/requests.ts";
export {
  type AgentAuthentication,
  AgentAuthenticationSchema,
} from "./versions/v0_1/security.ts";
export {
  type Task,
  TaskSchema,
  type TaskState,
  TaskStateSchema,
  type TaskStatus,
  TaskStatusSchema,
} from "./versions/v0_1/task.ts";

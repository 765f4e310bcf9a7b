export {
  type Artifact,
  ArtifactSchema,
} from "./versions/v0_2/artifact.ts";
export {
  type AgentCapabilities,
  AgentCapabilitiesSchema,
  type AgentCard,
  AgentCardSchema,
  type AgentExtension,
  AgentExtensionSchema,
  type AgentInterface,
  AgentInterfaceSchema,
  type AgentProvider,
  AgentProviderSchema,
  type AgentSkill,
  AgentSkillSchema,
} from "./versions/v0_2/card.ts";
export {
  type SendMessageResult,
  SendMessageResultSchema,
  type StreamEvent,
  StreamEventSchema,
  type TaskArtifactUpdateEvent,
  TaskArtifactUpdateEventSchema,
  type TaskStatusUpdateEvent,
  TaskStatusUpdateEventSchema,
} from "./versions/v0_2/events.ts";
export {
  type Message,
  MessageSchema,
  type Role,
  RoleSchema,
} from "./versions/v0_2/message.ts";
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
} from "./versions/v0_2/part.ts";
export {
  type PushNotificationAuthenticationInfo,
  PushNotificationAuthenticationInfoSchema,
  type PushNotificationConfig,
  PushNotificationConfigSchema,
  type TaskPushNotificationConfig,
  TaskPushNotificationConfigSchema,
} from "./versions/v0_2/push.ts";
export {
  type DeleteTaskPushNotificationConfigParams,
  DeleteTaskPushNotificationConfigParamsSchema,
  type GetTaskPushNotificationConfigParams,
  GetTaskPushNotificationConfigParamsSchema,
  type ListTaskPushNotificationConfigParams,
  ListTaskPushNotificationConfigParamsSchema,
  type MessageSendConfiguration,
  MessageSendConfigurationSchema,
  type MessageSendParams,
  MessageSendParamsSchema,
  type TaskIdParams,
  TaskIdParamsSchema,
  type TaskQueryParams,
  TaskQueryParamsSchema,
} from "./versions/v0_2/requests.ts";
export {
  type APIKeySecurityScheme,
  APIKeySecuritySchemeSchema,
  type HTTPAuthSecurityScheme,
  HTTPAuthSecuritySchemeSchema,
  type OAuth2SecurityScheme,
  OAuth2SecuritySchemeSchema,
  type OAuthFlows,
  OAuthFlowsSchema,
  type OpenIdConnectSecurityScheme,
  OpenIdConnectSecuritySchemeSchema,
  type SecurityRequirement,
  SecurityRequirementSchema,
  type SecurityScheme,
  SecuritySchemeSchema,
} from "./versions/v0_2/security.ts";
export {
  type Task,
  TaskSchema,
  type TaskState,
  TaskStateSchema,
  type TaskStatus,
  TaskStatusSchema,
} from "./versions/v0_2/task.ts";

export { JsonObjectSchema, JsonValueSchema } from "./json/json.ts";
export {
  AgentCapabilitiesSchema,
  AgentCardSchema,
  AgentCardSignatureSchema,
  AgentExtensionSchema,
  AgentInterfaceSchema,
  AgentProviderSchema,
  AgentSkillSchema,
} from "./model/agent-card.ts";
export { ArtifactSchema } from "./model/artifact.ts";
export { MessageSchema, RoleSchema } from "./model/message.ts";
export {
  CancelTaskRequestSchema,
  CreateTaskPushNotificationConfigRequestSchema,
  DeleteTaskPushNotificationConfigRequestSchema,
  EmptySchema,
  GetExtendedAgentCardRequestSchema,
  GetTaskPushNotificationConfigRequestSchema,
  GetTaskRequestSchema,
  ListTaskPushNotificationConfigsRequestSchema,
  ListTaskPushNotificationConfigsResponseSchema,
  ListTasksRequestSchema,
  ListTasksResponseSchema,
  SendMessageConfigurationSchema,
  SendMessageRequestSchema,
  SendMessageResponseSchema,
  SubscribeToTaskRequestSchema,
} from "./model/operations.ts";
export { PartSchema } from "./model/part.ts";
export { AuthenticationInfoSchema, TaskPushNotificationConfigSchema } from "./model/push-config.ts";
export { Base64Schema, TimestampSchema } from "./model/scalars.ts";
export {
  APIKeySecuritySchemeSchema,
  HTTPAuthSecuritySchemeSchema,
  MutualTlsSecuritySchemeSchema,
  OAuth2SecuritySchemeSchema,
  OAuthFlowsSchema,
  OpenIdConnectSecuritySchemeSchema,
  SecurityRequirementSchema,
  SecuritySchemeSchema,
} from "./model/security.ts";
export {
  StreamResponseSchema,
  TaskArtifactUpdateEventSchema,
  TaskStatusUpdateEventSchema,
} from "./model/stream-response.ts";
export { TaskSchema, TaskStatusSchema } from "./model/task.ts";
export { TaskStateSchema } from "./model/task-state.ts";

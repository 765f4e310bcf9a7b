export {
  AgentCapabilitiesSchema,
  AgentCardSchema,
  AgentCardSignatureSchema,
  AgentExtensionSchema,
  AgentInterfaceSchema,
  AgentProviderSchema,
  AgentSkillSchema,
} from "./schemas/agent-card.ts";
export { ArtifactSchema } from "./schemas/artifact.ts";
export { JsonObjectSchema, JsonValueSchema } from "./schemas/json.ts";
export { MessageSchema, RoleSchema } from "./schemas/message.ts";
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
} from "./schemas/operations.ts";
export { PartSchema } from "./schemas/part.ts";
export { AuthenticationInfoSchema, TaskPushNotificationConfigSchema } from "./schemas/push-config.ts";
export { Base64Schema, TimestampSchema } from "./schemas/scalars.ts";
export {
  APIKeySecuritySchemeSchema,
  HTTPAuthSecuritySchemeSchema,
  MutualTlsSecuritySchemeSchema,
  OAuth2SecuritySchemeSchema,
  OAuthFlowsSchema,
  OpenIdConnectSecuritySchemeSchema,
  SecurityRequirementSchema,
  SecuritySchemeSchema,
} from "./schemas/security.ts";
export {
  StreamResponseSchema,
  TaskArtifactUpdateEventSchema,
  TaskStatusUpdateEventSchema,
} from "./schemas/stream-response.ts";
export { TaskSchema, TaskStatusSchema } from "./schemas/task.ts";
export { TaskStateSchema } from "./schemas/task-state.ts";

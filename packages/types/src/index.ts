export type { Agent, AgentResult, AgentStep } from "./agent/agent.ts";
export {
  type AgentExecutor,
  type AgentTurn,
  type AgentYield,
  type ArtifactStep,
  artifact,
  ask,
  fail,
  type Inbox,
  reject,
  requireAuth,
  type SaveStep,
  type StatusStep,
  save,
  status,
  type TurnOutput,
} from "./agent/agent-executor.ts";
export { type Logger, silentLogger } from "./agent/logger.ts";
export { pause } from "./agent/pause.ts";
export type { Principal } from "./agent/principal.ts";
export { skillCallOf, skillMessage } from "./agent/skill-call.ts";
export { A2AError, type A2AErrorOptions, type FieldViolation, isA2AError } from "./errors/a2a-error.ts";
export { type ErrorCode, errorCodes, isErrorCode } from "./errors/codes.ts";
export {
  isLocalError,
  LocalError,
  type LocalErrorCode,
  type LocalErrorOptions,
  PermissionError,
} from "./errors/local-error.ts";
export { invalidParams, taskNotFound } from "./errors/refusals.ts";
export {
  type AgentCapabilities,
  AgentCapabilitiesSchema,
  type AgentCard,
  AgentCardSchema,
  type AgentCardSignature,
  AgentCardSignatureSchema,
  type AgentExtension,
  AgentExtensionSchema,
  type AgentInterface,
  AgentInterfaceSchema,
  type AgentProvider,
  AgentProviderSchema,
  type AgentSkill,
  AgentSkillSchema,
} from "./model/agent-card.ts";
export { applyEvent, copyTask, foldEvents } from "./model/apply-event.ts";
export { type Artifact, ArtifactSchema, mergeArtifact } from "./model/artifact.ts";
export { createId } from "./model/ids.ts";
export {
  assignJson,
  checkJson,
  isJsonObject,
  type JsonLimits,
  type JsonObject,
  JsonObjectSchema,
  type JsonValue,
  JsonValueSchema,
  setMember,
} from "./model/json.ts";
export { toJsonSchema } from "./model/json-schema.ts";
export { JsonCounter } from "./model/json-text.ts";
export {
  agentMessage,
  createMessage,
  type Message,
  type MessageOptions,
  MessageSchema,
  type Role,
  RoleSchema,
  userText,
} from "./model/message.ts";
export { oneOf } from "./model/one-of.ts";
export {
  type CancelTaskRequest,
  CancelTaskRequestSchema,
  type CreateTaskPushNotificationConfigRequest,
  CreateTaskPushNotificationConfigRequestSchema,
  type DeleteTaskPushNotificationConfigRequest,
  DeleteTaskPushNotificationConfigRequestSchema,
  type Empty,
  EmptySchema,
  type GetExtendedAgentCardRequest,
  GetExtendedAgentCardRequestSchema,
  type GetTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequestSchema,
  type GetTaskRequest,
  GetTaskRequestSchema,
  isStreaming,
  type ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsRequestSchema,
  type ListTaskPushNotificationConfigsResponse,
  ListTaskPushNotificationConfigsResponseSchema,
  type ListTasksRequest,
  ListTasksRequestSchema,
  type ListTasksResponse,
  ListTasksResponseSchema,
  type OperationName,
  type Operations,
  type SendMessageConfiguration,
  SendMessageConfigurationSchema,
  type SendMessageRequest,
  SendMessageRequestSchema,
  type SendMessageResponse,
  SendMessageResponseSchema,
  type StreamingOperation,
  type SubscribeToTaskRequest,
  SubscribeToTaskRequestSchema,
  type UnaryOperation,
} from "./model/operations.ts";
export {
  type DataPart,
  dataPart,
  file,
  type Part,
  PartSchema,
  type RawPart,
  type TextPart,
  textOf,
  textPart,
  type UrlPart,
} from "./model/part.ts";
export {
  compareVersions,
  isProtocolVersion,
  type KnownVersion,
  normalizeVersion,
  type ProtocolVersion,
  protocolVersions,
  UNNAMED_VERSION,
  versionBindings,
} from "./model/protocol-version.ts";
export {
  type AuthenticationInfo,
  AuthenticationInfoSchema,
  type TaskPushNotificationConfig,
  TaskPushNotificationConfigSchema,
} from "./model/push-config.ts";
export { Base64Schema, TimestampSchema } from "./model/scalars.ts";
export {
  type APIKeySecurityScheme,
  APIKeySecuritySchemeSchema,
  type HTTPAuthSecurityScheme,
  HTTPAuthSecuritySchemeSchema,
  type MutualTlsSecurityScheme,
  MutualTlsSecuritySchemeSchema,
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
} from "./model/security.ts";
export {
  type LogEvent,
  type StreamResponse,
  StreamResponseSchema,
  type TaskArtifactUpdateEvent,
  TaskArtifactUpdateEventSchema,
  type TaskStatusUpdateEvent,
  TaskStatusUpdateEventSchema,
} from "./model/stream-response.ts";
export { type Task, TaskSchema, type TaskStatus, TaskStatusSchema, trimHistory } from "./model/task.ts";
export { foldReceived, foldStatus, type TaskFold } from "./model/task-fold.ts";
export {
  canTransition,
  isInterrupted,
  isSettled,
  isTerminal,
  type TaskState,
  TaskStateSchema,
  taskStates,
} from "./model/task-state.ts";
export { isPlainText, isTextDelta, TEXT_DELTA, textDeltaMetadata } from "./model/text-delta.ts";
export { unreachable } from "./model/unreachable.ts";
export { extractQuestion, extractText, firstText, statusText } from "./text/extract.ts";

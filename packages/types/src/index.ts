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
  progress,
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
export { checkJson, isJsonObject, type JsonLimits, type JsonObject, type JsonValue } from "./json/json.ts";
export type {
  AgentCapabilities,
  AgentCard,
  AgentCardSignature,
  AgentExtension,
  AgentInterface,
  AgentProvider,
  AgentSkill,
} from "./model/agent-card.ts";
export { applyEvent, copyTask, foldEvents } from "./model/apply-event.ts";
export type { Artifact } from "./model/artifact.ts";
export { createId } from "./model/ids.ts";
export {
  agentMessage,
  createMessage,
  type Message,
  type MessageOptions,
  type Role,
  userText,
} from "./model/message.ts";
export {
  type CancelTaskRequest,
  type CreateTaskPushNotificationConfigRequest,
  type DeleteTaskPushNotificationConfigRequest,
  type Empty,
  type GetExtendedAgentCardRequest,
  type GetTaskPushNotificationConfigRequest,
  type GetTaskRequest,
  isStreaming,
  type ListTaskPushNotificationConfigsRequest,
  type ListTaskPushNotificationConfigsResponse,
  type ListTasksRequest,
  type ListTasksResponse,
  type OperationName,
  type Operations,
  type SendMessageConfiguration,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamingOperation,
  type SubscribeToTaskRequest,
  type UnaryOperation,
} from "./model/operations.ts";
export {
  bytesOf,
  type DataPart,
  dataPart,
  file,
  type Part,
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
} from "./model/protocol-version.ts";
export type { AuthenticationInfo, TaskPushNotificationConfig } from "./model/push-config.ts";
export type {
  APIKeySecurityScheme,
  HTTPAuthSecurityScheme,
  MutualTlsSecurityScheme,
  OAuth2SecurityScheme,
  OAuthFlows,
  OpenIdConnectSecurityScheme,
  SecurityRequirement,
  SecurityScheme,
} from "./model/security.ts";
export type {
  LogEvent,
  StreamResponse,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from "./model/stream-response.ts";
export type { Task, TaskStatus } from "./model/task.ts";
export { canTransition, isInterrupted, isSettled, isTerminal, type TaskState, taskStates } from "./model/task-state.ts";
export { isTextDelta, TEXT_DELTA } from "./model/text-delta.ts";
export { unreachable } from "./model/unreachable.ts";
export { type StandardJsonSchema, toJsonSchema } from "./schema/json-schema.ts";
export { extractQuestion, extractText, firstText, statusText, streamedText } from "./text/extract.ts";

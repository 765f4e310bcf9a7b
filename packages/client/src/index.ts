export {
  type AgentCard,
  bytesOf,
  createMessage,
  dataPart,
  extractQuestion,
  extractText,
  file,
  isA2AError,
  isLocalError,
  type JsonObject,
  type JsonValue,
  type Message,
  type Part,
  pause,
  type StreamResponse,
  skillMessage,
  streamedText,
  type Task,
  textOf,
  textPart,
} from "@a2a/types";
export type { Credential } from "./auth/credential.ts";
export { AgentClient } from "./client/agent-client.ts";
export type { Description, SendOptions } from "./client/client-parts.ts";
export { type CallResult, type Interceptor, logging, type OutgoingCall } from "./client/interceptors.ts";
export { type TracingApi, tracing } from "./client/tracing.ts";
export { type ConnectOptions, connect, type NamedAgent } from "./connect/connect.ts";
export { CapabilitySet } from "./directory/capability-set.ts";
export { type Delegation, delegateTo, readDelegation } from "./directory/delegation.ts";
export type { TextMemory } from "./endpoint/expiring-memory.ts";
export type { FollowedEvent, FollowOptions } from "./resume/followed.ts";
export type { Observed, ObserveOptions } from "./resume/observe.ts";
export { OutcomeUnknownError, type RetryOptions } from "./retry/retry.ts";
export { RetryBudget } from "./retry/retry-budget.ts";
export { httpJson } from "./transports/http-json.ts";
export { jsonRpc } from "./transports/json-rpc.ts";
export type { CallOptions } from "./transports/transport.ts";

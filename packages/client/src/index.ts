export type { Credential, Proof, SchemeUse } from "./auth/credential.ts";
export { AgentClient } from "./client/agent-client.ts";
export type { AgentMethods, RequestOptions } from "./client/agent-methods.ts";
export {
  type ClientDefaults,
  type ClientParts,
  DEDUPLICATION,
  type Description,
  type SendOptions,
} from "./client/client-parts.ts";
export { type CallResult, type Interceptor, logging, type OutgoingCall } from "./client/interceptors.ts";
export { type TracedSpan, type TracingApi, tracing } from "./client/tracing.ts";
export { type ConnectOptions, connect, type NamedAgent } from "./connect/connect.ts";
export { CapabilitySet, type Grant } from "./directory/capability-set.ts";
export {
  DELEGATION,
  type Delegation,
  type DelegationLimits,
  delegateTo,
  readDelegation,
} from "./directory/delegation.ts";
export type { TextMemory } from "./endpoint/endpoint-memory.ts";
export {
  type A2AClientConfig,
  A2AClientExtended,
  type ExtendedOptions,
  type SendAndObserveOptions,
} from "./extended/a2a-client-extended.ts";
export type { FollowedEvent, FollowOptions, Gap } from "./follow/follow-stream.ts";
export type { Observed, ObservedStatus, ObserveOptions } from "./follow/observe.ts";
export { type Failure, judge, OutcomeUnknownError, type RetryOptions } from "./retry/retry.ts";
export { RetryBudget, type RetryBudgetOptions } from "./retry/retry-budget.ts";
export type { ClientBinding, OpenOptions } from "./transports/binding.ts";
export { httpJson } from "./transports/http-json.ts";
export { jsonRpc } from "./transports/json-rpc.ts";
export type { StreamLimits } from "./transports/stream-watch.ts";
export {
  type CallOptions,
  type Calls,
  createTransport,
  type Endpoint,
  type Transport,
  type TransportOptions,
} from "./transports/transport.ts";

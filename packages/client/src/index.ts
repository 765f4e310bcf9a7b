export {
  AgentClient,
  type ClientDefaults,
  DEDUPLICATION,
  type Description,
  type SendOptions,
} from "./client/agent-client.ts";
export { type ConnectOptions, connect } from "./client/connect-all.ts";
export type { FollowedEvent, FollowOptions, Gap } from "./client/follow-stream.ts";
export { type Interceptor, logging, type OutgoingCall } from "./client/interceptors.ts";
export type { Observed, ObservedStatus, ObserveOptions } from "./client/observe.ts";
export { type Failure, judge, type RetryOptions } from "./client/retry.ts";
export { CapabilitySet, type Grant } from "./directory/capability-set.ts";
export {
  DELEGATION,
  type Delegation,
  type DelegationLimits,
  delegateTo,
  readDelegation,
} from "./directory/delegation.ts";
export { type CallOptions, createTransport, type Endpoint, type Transport } from "./transports/transport.ts";

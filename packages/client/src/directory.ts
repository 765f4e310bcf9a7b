export {
  A2AAgentConnection,
  type AgentConfig,
  type ConnectionOptions,
  type ConnectionState,
} from "./directory/agent-connection.ts";
export { agentResource, CapabilitySet, type Grant } from "./directory/capability-set.ts";
export { A2AClientManager, type ManagerOptions, type SendTaskOptions } from "./directory/client-manager.ts";
export {
  DELEGATION,
  type Delegation,
  type DelegationLimits,
  delegateTo,
  readDelegation,
} from "./directory/delegation.ts";
export { A2ASession } from "./directory/session.ts";

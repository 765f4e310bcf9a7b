export { A2AAgentConnection, type AgentConfig } from "./directory/agent-connection.ts";
export { CapabilitySet } from "./directory/capability-set.ts";
export { A2AClientManager, type ManagerOptions } from "./directory/client-manager.ts";
export { type Delegation, delegateTo, readDelegation } from "./directory/delegation.ts";
export { A2ASession } from "./directory/session.ts";

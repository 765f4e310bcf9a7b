export { type Behavior, type BehaviorContext, RETRY } from "./remote-agent/behavior.ts";
export { A2AClientError } from "./remote-agent/client-error.ts";
export {
  type AgentMetrics,
  RemoteAgent,
  RemoteAgent as A2AClient,
  type RemoteAgentOptions,
} from "./remote-agent/remote-agent.ts";

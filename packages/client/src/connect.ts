export { AgentClient } from "./client/agent-client.ts";
export type { AgentMethods, RequestOptions } from "./client/agent-methods.ts";
export type {
  ClientDefaults,
  ClientParts,
  Description,
  SendOptions,
} from "./client/client-parts.ts";
export { type ConnectWithOptions, connectWith } from "./connect/connect-with.ts";

export { AgentClient } from "./client/agent-client.ts";
export type {
  ClientDefaults,
  ClientParts,
  Description,
  SendOptions,
} from "./client/client-parts.ts";
export { type ConnectCoreOptions, connectWith } from "./client/connect.ts";

export {
  AgentClient,
  type ClientDefaults,
  type ClientParts,
  type Description,
  type SendOptions,
} from "./client/agent-client.ts";
export { type ConnectCoreOptions, connectWith } from "./client/connect.ts";

export { AgentClient } from "./client/agent-client.ts";
export type { Description, SendOptions } from "./client/client-parts.ts";
export { type ConnectWithOptions, connectWith } from "./connect/connect-with.ts";

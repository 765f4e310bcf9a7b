export { type Authenticate, anonymous, type Challenge } from "./auth/authenticate.ts";
export type * from "./engine/task-engine.ts";
export { CancelRequested, FencedError } from "./engine/task-engine.ts";
export type { Handle } from "./handler/agent-handler.ts";
export { type AgentHandler, type AgentHandlerOptions, createAgentHandler } from "./handler/create-agent-handler.ts";
export { toFetch } from "./handler/fetch-adapter.ts";

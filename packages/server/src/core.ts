export {
  type AgentHandler,
  createAgentHandlerWith,
} from "./agent/create-with-codecs.ts";
export type { AgentHandlerCoreOptions, WebhookSenderOptions } from "./agent/options.ts";
export type { Perform, Performed, PerformedOnce, PerformedStream, ServerCall } from "./calls/call.ts";

export type { Perform, Performed, PerformedOnce, PerformedStream, ServerCall } from "./dispatch/call.ts";
export {
  type AgentHandler,
  createAgentHandlerWith,
} from "./handler/create-with-codecs.ts";
export type { AgentHandlerCoreOptions, PushOptions } from "./handler/options.ts";

export {
  type AgentHandler,
  type AgentHandlerCoreOptions,
  createAgentHandlerWith,
  type PushOptions,
} from "./handler/create-with-codecs.ts";

export type { ConfiguredAgent, ConfiguredAuth } from "./config/configured-agent.ts";
export { type Environment, expand } from "./config/expand.ts";
export { configFileNames, findConfigFile } from "./config/find-config-file.ts";
export {
  type A2AConfig,
  type ConfigSource,
  getA2aClient,
  getClientConfig,
  listClientConfigs,
  loadConfig,
  namedAgents,
  parseConfig,
  type ServerSection,
} from "./config/load-config.ts";
export { configJsonSchema } from "./config/schema.ts";
export { Secret } from "./config/secret.ts";

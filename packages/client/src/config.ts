export type { ConfiguredAgent } from "./config/configured-agent.ts";
export { findConfigFile } from "./config/find-config-file.ts";
export {
  type A2AConfig,
  type ConfigSource,
  getA2AClient,
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

export { Secret } from "./auth/secret.ts";
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
} from "./config/load-config.ts";
export { configJsonSchema } from "./config/schema.ts";

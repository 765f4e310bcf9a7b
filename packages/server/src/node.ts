export { toExpress, toFastify } from "./node/frameworks.ts";
export { type ListenerOptions, type NodeListener, toNodeListener } from "./node/node-listener.ts";
export type { StreamOptions } from "./node/open-streams.ts";
export { openEngine, type RunningAgent, type ServeOptions, serve } from "./node/serve.ts";
export { type ServerConfig, serveFromConfig } from "./node/serve-config.ts";

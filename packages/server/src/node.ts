export type { CreateInspector } from "./node/create-inspector.ts";
export { toExpress, toFastify } from "./node/frameworks.ts";
export { type ListenerOptions, type NodeListener, toNodeListener } from "./node/listener/node-listener.ts";
export type { StreamOptions } from "./node/listener/response-writer.ts";
export { type StderrLoggerOptions, stderrLogger } from "./node/log/stderr-logger.ts";
export { openEngine } from "./node/open-engine.ts";
export type { PlatformName } from "./node/platforms.ts";
export { serve } from "./node/serve.ts";
export { type ServerConfig, serveFromConfig } from "./node/serve-config.ts";
export type { GrpcListening, GrpcOptions, ListenGrpc } from "./node/serve-grpc.ts";
export type {
  HostedAgent,
  RunningAgent,
  RunningAgents,
  ServeAgentsOptions,
  ServeOptions,
} from "./node/serve-options.ts";
export { registerStore } from "./node/store-schemes.ts";

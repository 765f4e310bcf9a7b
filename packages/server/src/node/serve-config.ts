import { serve } from "./serve.ts";
import type { RunningAgent, ServeOptions } from "./serve-options.ts";

/** The server's part of a configuration file. */
export interface ServerConfig {
  /** Whether to serve at all. Default false. */
  enabled?: boolean;
  server?: {
    port?: number;
    bindAddress?: string;
    /** Origins of web pages that may call. */
    allowedOrigins?: readonly string[];
    /** `memory`, `sqlite:FILE` or `postgres://…`. */
    store?: string;
  };
}

/** Serves an agent as a configuration says; `undefined` when it says not to. */
export async function serveFromConfig(
  { enabled = false, server = {} }: ServerConfig,
  agent: ServeOptions,
): Promise<RunningAgent | undefined> {
  if (!enabled) return undefined;
  const { port, bindAddress, allowedOrigins, store } = server;
  return serve({
    ...agent,
    ...(port !== undefined && { port }),
    ...(bindAddress !== undefined && { host: bindAddress }),
    ...(allowedOrigins && { security: { ...agent.security, allowedOrigins } }),
    ...(store !== undefined && { store }),
  });
}

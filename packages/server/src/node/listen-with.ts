import type { Server } from "node:http";
import type { Handle } from "../http/incoming-request.ts";
import { type Health, withHealth } from "./health.ts";
import { createHttpServer, listen } from "./http-server.ts";
import { toNodeListener } from "./listener/node-listener.ts";
import { stderrLogger } from "./log/stderr-logger.ts";
import { type PlatformName, platformNamed } from "./platforms.ts";
import type { ListenOptions } from "./serve-options.ts";

/** A server that listens. */
export interface Listening extends AsyncDisposable {
  /** The address of the server, without any path. */
  readonly url: string;
  readonly server: Server;
  /** Stops listening, waits for what runs, at most `drainMs` (25,000), and closes. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** A running server, and how to stop it. */
export interface Served extends Health {
  readonly handle: Handle;
  /** Waits for what runs. The streams of callers are closed after that. */
  drain(options?: { drainMs?: number }): Promise<unknown>;
  /** Lets go of everything else, when no connection is left. */
  close(): Promise<void>;
}

/** Listens, then starts the service at the bound address. If either fails, the server is closed. */
export async function listenWith(
  options: ListenOptions & { readonly platform?: PlatformName },
  start: (url: string) => Served,
): Promise<Listening> {
  const platform = platformNamed(options.platform);
  const { port = 0, host = "127.0.0.1", listener, tls, logger = stderrLogger() } = options;
  const server = createHttpServer(options);
  try {
    const url = await listen(server, port, host, tls !== undefined);
    const served = start(url);
    const onError = (error: unknown) => logger.error({ error }, "request failed");
    let closing: Promise<void> | undefined;
    const health = { isReady: () => closing === undefined && served.isReady(), runningTurns: served.runningTurns };
    const handle = withHealth(served.handle, health, { ping: platform?.ping === true });
    const answer = toNodeListener(handle, { onError, ...listener });
    server.on("request", answer);
    const stop = async (how: { drainMs?: number } | undefined = platform && { drainMs: platform.drainMs }) => {
      const closed = new Promise((resolve) => server.close(resolve));
      answer.announceClose();
      await served.drain(how);
      answer.closeStreams();
      server.closeAllConnections();
      await Promise.all([closed, served.close()]);
      process.off("SIGTERM", terminate);
    };
    const terminate = () => void close().then(() => process.exit(0));
    const close = (how?: { drainMs?: number }) => {
      closing ??= stop(how);
      return closing;
    };
    // Platforms announce the end of a container by SIGTERM.
    if (platform) process.once("SIGTERM", terminate);
    return { url, server, close, [Symbol.asyncDispose]: () => close() };
  } catch (error) {
    server.close();
    throw error;
  }
}

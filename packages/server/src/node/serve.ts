import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type AgentHandler, type AgentHandlerOptions, createAgentHandler } from "../handler/create-agent-handler.ts";
import { type ListenerOptions, toNodeListener } from "./node-listener.ts";

/** An agent and where it listens. */
export interface ServeOptions extends AgentHandlerOptions, ListenerOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default `127.0.0.1`. */
  host?: string;
}

/** An agent that listens. */
export interface RunningAgent extends AsyncDisposable {
  readonly handler: AgentHandler;
  /** The address of the server, without the mount. */
  readonly url: string;
  readonly server: Server;
  /** Stops listening, waits for what runs, and closes. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** Serves an agent over HTTP. */
export async function serve(options: ServeOptions): Promise<RunningAgent> {
  const { port = 0, host = "127.0.0.1" } = options;
  let handler: AgentHandler | undefined;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo; // a server that listens on a port has one
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
  handler = createAgentHandler({ baseUrl: url, ...options });
  server.on("request", toNodeListener(handler.handle, options));
  const close = async (how?: { drainMs?: number }) => {
    const closed = new Promise((resolve) => server.close(resolve));
    await handler.close(how);
    server.closeAllConnections();
    await closed;
  };
  return { handler, url, server, close, [Symbol.asyncDispose]: () => close() };
}

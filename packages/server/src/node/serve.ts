import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { EgressPolicy } from "@a2a/http";
import { urlGuard } from "@a2a/http";
import { isSpecialAddress, type NodeClient, nodeClient } from "@a2a/http/node";
import { checkOptions, type MemberNames } from "../handler/check-options.ts";
import {
  type AgentHandlerOptions,
  agentOptionNames,
  createAgentHandler,
  servedCodecs,
} from "../handler/create-agent-handler.ts";
import { type AgentHandler, describeAgent } from "../handler/create-with-codecs.ts";
import { shownValue } from "../handler/describe-value.ts";
import type { PushOptions } from "../handler/options.ts";
import { WEBHOOK_PORTS } from "../push/check-webhook.ts";
import { type ListenerOptions, toNodeListener } from "./node-listener.ts";
import { openEngine } from "./open-engine.ts";
import { stderrLogger } from "./stderr-logger.ts";

/** An agent and where it listens. */
export interface ServeOptions extends Omit<AgentHandlerOptions, "push" | "baseUrl"> {
  /** Default 0: any free port. */
  port?: number;
  /** Default `127.0.0.1`. */
  host?: string;
  /** The address callers use, without the mount, where a proxy stands in between. Default: the address bound. */
  publicUrl?: string;
  /** How bodies are read and streams written. */
  listener?: ListenerOptions;
  /** Where tasks are stored: `memory`, or `sqlite:FILE`. Default `sqlite:.a2a/<name>.db`. An `engine` takes precedence. */
  store?: string;
  /**
   * Whether webhooks are offered, and how they are called. Default: offered, to public addresses over HTTPS, at ports 443 and 80
   * unless `egress.ports` names others.
   */
  push?: boolean | (Partial<PushOptions> & { egress?: EgressPolicy });
  /** Serves HTTPS with this key and certificate; with `ca`, callers must show a certificate. PEM text. */
  tls?: { key: string; cert: string; ca?: string };
}

/** An agent that listens. */
export interface RunningAgent extends AsyncDisposable {
  readonly handler: AgentHandler;
  /** The address of the server, without the mount. */
  readonly url: string;
  readonly server: Server;
  /** Stops listening, waits for what runs, at most `drainMs` (25,000), and closes. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/**
 * Serves an agent over HTTP, on an engine that survives restarts. Options are checked before anything listens; warnings and errors
 * are logged to stderr unless `logger` says otherwise.
 */
export async function serve(options: ServeOptions): Promise<RunningAgent> {
  checkServeOptions(options);
  const { port = 0, host = "127.0.0.1", publicUrl, listener, store, push: _, tls, ...agent } = options;
  const { logger = stderrLogger() } = agent;
  const server = createHttpServer(tls);
  const engine = options.engine ?? (await openEngine(store ?? defaultStore(options.card.name)));
  const push = pushOptions(options.push ?? true);
  try {
    await listen(server, port, host);
    const url = `${tls ? "https" : "http"}://${hostOf(host)}:${(server.address() as AddressInfo).port}`;
    const handler = createAgentHandler({
      ...agent,
      logger,
      baseUrl: publicUrl ?? url,
      engine,
      security: {
        ...options.security,
        ...(isLoopback(host) && { allowedHosts: [...LOOPBACK, ...(options.security?.allowedHosts ?? [])] }),
      },
      ...(push && { push: push.options }),
    });
    const onError = (error: unknown) => logger.error({ error }, "request failed");
    const answer = toNodeListener(handler.handle, { onError, ...listener });
    server.on("request", answer);
    return running(handler, url, server, async (how) => {
      const closed = new Promise((resolve) => server.close(resolve));
      await handler.close(how);
      answer.closeStreams();
      server.closeAllConnections();
      await Promise.all([closed, push?.client?.close()]);
    });
  } catch (error) {
    server.close();
    await Promise.all([options.engine ? undefined : engine.close({ drainMs: 0 }), push?.client?.close()]);
    throw error;
  }
}

function running(
  handler: AgentHandler,
  url: string,
  server: Server,
  stop: (how?: { drainMs?: number }) => Promise<void>,
): RunningAgent {
  let closing: Promise<void> | undefined;
  const close: RunningAgent["close"] = (how) => {
    closing ??= stop(how);
    return closing;
  };
  return { handler, url, server, close, [Symbol.asyncDispose]: () => close() };
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function checkServeOptions(options: ServeOptions): void {
  checkOptions(options, serveOptionNames, { listener });
  const { port = 0, host = "127.0.0.1", push = true, publicUrl } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError(`port: expected a whole number from 0 to 65535, found ${shownValue(port)}`);
  }
  checkExposure(host, options);
  describeAgent({
    ...options,
    codecs: servedCodecs(options),
    ...(publicUrl !== undefined && { baseUrl: publicUrl }),
    push,
  });
}

const { baseUrl: _, ...agentNames } = agentOptionNames;
const serveOptionNames: MemberNames<ServeOptions> = {
  ...agentNames,
  port: true,
  host: true,
  publicUrl: true,
  listener: true,
  store: true,
  tls: true,
};
const listener: MemberNames<ListenerOptions> = {
  maxBodyBytes: true,
  onError: true,
  keepAliveMs: true,
  maxBufferedBytes: true,
  stalledMs: true,
};

function checkExposure(host: string, { auth, security }: ServeOptions): void {
  if (isLoopback(host) || auth || security?.authenticate || security?.allowAnonymous) return;
  throw new TypeError(
    `${host} can be reached from other machines: pass \`auth\` to ask callers for credentials, or \`security: { allowAnonymous: true }\``,
  );
}

function createHttpServer(tls: ServeOptions["tls"]): Server {
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    // How often the first two are looked at. The default would let a slow caller stay three times as long as it may.
    connectionsCheckingInterval: 1_000,
  };
  const server = tls
    ? createSecureServer({
        ...limits,
        ...tls,
        requestCert: tls.ca !== undefined,
        rejectUnauthorized: tls.ca !== undefined,
      })
    : createServer(limits);
  server.maxConnections = 20_000;
  return server as Server; // an HTTPS server has everything an HTTP server has
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function hostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function defaultStore(name: string): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "agent";
  return `sqlite:${join(".a2a", `${slug}.db`)}`;
}

function pushOptions(
  push: NonNullable<ServeOptions["push"]>,
): { options: PushOptions; client: NodeClient | undefined } | undefined {
  if (push === false) return undefined;
  const { egress: asked, http, ...rest } = push === true ? {} : push;
  const egress = { ports: WEBHOOK_PORTS, ...asked };
  const client = http ? undefined : nodeClient({ egress, timeoutMs: rest.timeoutMs });
  const options = { guard: urlGuard(egress, isSpecialAddress), ...rest, http: http ?? (client as NodeClient).http };
  return { options, client };
}

import type { EgressPolicy } from "@a2a/http";
import type { AgentCard, Logger } from "@a2a/types";
import { isLoopback, kindOf, shownValue } from "@a2a/types/internal";
import { checkNames, checkOptions, type MemberNames } from "../agent/check-options.ts";
import { type AgentHandlerOptions, agentOptionNames, servedCodecs } from "../agent/create-agent-handler.ts";
import { type AgentHandler, describeAgent } from "../agent/create-with-codecs.ts";
import type { WebhookSenderOptions } from "../agent/options.ts";
import type { CreateInspector } from "./create-inspector.ts";
import type { TlsOptions } from "./http-server.ts";
import type { Listening } from "./listen-with.ts";
import type { ListenerOptions } from "./listener/node-listener.ts";
import type { PlatformName } from "./platforms.ts";
import { checkGrpc, type GrpcOptions } from "./serve-grpc.ts";

/** Where a server listens. */
export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default `127.0.0.1`. */
  host?: string;
  /** The address callers use, without the mount, if a proxy stands in between; it may have a path. Default: the address bound. */
  publicUrl?: string;
  /** How bodies are read and streams written. */
  listener?: ListenerOptions;
  /** Serves HTTPS with this key and certificate; with `ca`, callers must show a certificate. PEM text. */
  tls?: TlsOptions;
  /** Default: warnings and errors go to stderr. `silentLogger` of `@a2a/types` turns that off. */
  logger?: Logger;
  /**
   * A page at `/inspect` that shows the agents and their tasks, from the package `@a2a/inspector`. On a loopback address it opens by
   * the link in `inspectorUrl`; elsewhere callers log in with their credentials, which the agents have to ask for. Default false.
   */
  inspector?: boolean | CreateInspector;
}

/** Where a server is hosted. */
export interface PlatformOptions {
  /**
   * A hosting platform whose rules the server follows: `agentcore` (Amazon Bedrock AgentCore), `cloud-run` or `kubernetes`. It sets the
   * defaults of `port`, `host` and `publicUrl`, answers the platform's probes, and stops on SIGTERM. Default: none.
   */
  platform?: PlatformName;
}

/** One agent of a server. */
export interface HostedAgent extends Omit<AgentHandlerOptions, "webhooks" | "baseUrl"> {
  /**
   * Where tasks are stored: `memory`, `sqlite:FILE`, or `postgres://…` with the package `@a2a/postgres`. Default: the environment
   * variable `A2A_STORE`, then `sqlite:.a2a/<name>.db`. An `engine` takes precedence.
   */
  store?: string;
  /**
   * Whether webhooks are offered, and how they are called. Default: offered, to public addresses over HTTPS, at ports 443 and 80
   * unless `egress.ports` names others; a server that only this machine can reach also calls webhooks on it.
   */
  webhooks?: boolean | (Partial<WebhookSenderOptions> & { egress?: EgressPolicy });
  /** Serves gRPC as well, at a port of its own, with the package `@a2a/grpc`. The card lists it. Default false. */
  grpc?: boolean | GrpcOptions;
}

/** An agent and where it listens. */
export interface ServeOptions extends HostedAgent, ListenOptions, PlatformOptions {
  logger?: Logger;
  agents?: never;
}

/** Several agents and where they listen. */
export interface ServeAgentsOptions<Name extends string = string> extends ListenOptions, PlatformOptions {
  /** The agents by name: `foo` is served below `/agents/foo`, its card included. */
  agents: Readonly<Record<Name, Omit<HostedAgent, "basePath">>>;
  card?: never;
  executor?: never;
  /**
   * Serves every agent over gRPC as well, with the package `@a2a/grpc`. Each has a port of its own, since an address of gRPC has no
   * path: the first agent gets `port`, the second the port after it. `grpc` of an agent takes precedence. Default false.
   */
  grpc?: boolean | Omit<GrpcOptions, "address">;
}

/** A server of agents that listens. */
interface Running extends Listening {
  /** The link to the page of `inspector`, with its session token. */
  readonly inspectorUrl?: string;
}

/** An agent that listens. */
export interface RunningAgent extends Running {
  /** Where gRPC is served: `host:port`. Absent without `grpc`. */
  readonly grpcAddress?: string;
  readonly handler: AgentHandler;
}

/** Several agents that listen. */
export interface RunningAgents extends Running {
  readonly handlers: Readonly<Record<string, AgentHandler>>;
  /** The address of each agent, for `connect`. */
  readonly urls: Readonly<Record<string, string>>;
  /** Where each agent is served over gRPC, `host:port`; empty without `grpc`. */
  readonly grpcAddresses: Readonly<Record<string, string>>;
}

/** Refuses options of `serve` that cannot be meant. */
export function checkServeOptions(options: ServeOptions): void {
  const { grpc } = options ?? {}; // callers without types pass anything
  checkOptions(options, serveOptionNames, { listener, ...(typeof grpc === "object" && { grpc: grpcNames }) });
  checkListen(options);
  checkGrpc(grpc, options.host ?? "127.0.0.1", options.tls);
  checkAgent(options, options.host, options.publicUrl);
  checkInspector(options, [options]);
}

/** The options that concern the agent, and not where it listens. */
export function hostedPart(options: ServeOptions): HostedAgent {
  const own = Object.entries(options).filter(([name]) => Object.hasOwn(agentNames, name) || name === "store");
  return Object.fromEntries(own) as unknown as HostedAgent; // the members of one, by their names
}

/** Refuses options of `serve` for several agents that cannot be meant. */
export function checkServeAgentsOptions(options: ServeAgentsOptions): void {
  const { agents, host = "127.0.0.1", publicUrl, grpc, tls } = options;
  checkNames("", options, serveAgentsNames, " beside agents");
  checkListen(options);
  if (typeof grpc === "object") {
    if ("address" in grpc) {
      throw new TypeError("grpc.address: several agents need an address each: pass it as `agents.NAME.grpc.address`");
    }
    checkNames("grpc.", grpc, grpcNames);
  }
  checkGrpc(grpc, host, tls);
  if (typeof agents !== "object" || agents === null || Array.isArray(agents) || Object.keys(agents).length === 0) {
    throw new TypeError(`agents: expected an object such as { echo: { card, executor } }, found ${kindOf(agents)}`);
  }
  for (const [name, agent] of Object.entries(agents)) {
    if (!/^[\w~-][\w.~-]*$/.test(name)) {
      throw new TypeError(
        `agents: ${shownValue(name)} must be a part of a path: letters, digits, "-", "_", "." and "~"`,
      );
    }
    try {
      checkOptions(agent, hostedNames, typeof agent?.grpc === "object" ? { grpc: grpcNames } : {});
      checkGrpc(agent.grpc, host, tls);
      checkAgent(agent, host, publicUrl);
    } catch (error) {
      throw error instanceof TypeError ? new TypeError(`agents.${name}: ${error.message}`) : error;
    }
  }
  checkStores(agents);
  checkInspector(options, Object.values(agents));
}

/** The page shows tasks, so only this machine may read it. */
function checkInspector({ inspector, host = "127.0.0.1" }: ListenOptions, agents: readonly HostedAgent[]): void {
  if (!inspector || isLoopback(host) || agents.every(({ auth, security }) => auth ?? security?.authenticate)) return;
  throw new TypeError(`inspector: on ${host}, which other machines can reach, every agent needs \`auth\``);
}

/** Agents with one storage would run each other's turns. */
function checkStores(agents: ServeAgentsOptions["agents"]): void {
  const owners = new Map<string, string>();
  for (const [name, { engine, store = process.env.A2A_STORE }] of Object.entries(agents)) {
    if (engine || store === undefined || store === "memory") continue;
    const other = owners.get(store);
    if (other !== undefined) {
      const hint = 'give each its own, in PostgreSQL by "?schema=NAME"';
      throw new TypeError(`agents: ${shownValue(other)} and ${shownValue(name)} have the same store: ${hint}`);
    }
    owners.set(store, name);
  }
}

function checkListen({ port = 0, host, tls }: ListenOptions): void {
  checkText("host", host, '"127.0.0.1"');
  if (tls !== undefined) {
    checkNames("tls.", tls, tlsNames);
    if (tls.key === undefined || tls.cert === undefined) {
      throw new TypeError(`tls.${tls.key === undefined ? "key" : "cert"}: expected PEM text, found undefined`);
    }
  }
  if (Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535) return;
  throw new TypeError(`port: expected a whole number from 0 to 65535, found ${shownValue(port)}`);
}

function checkText(option: string, value: unknown, example: string): void {
  if (value === undefined || (typeof value === "string" && value !== "")) return;
  throw new TypeError(`${option}: expected a text such as ${example}, found ${shownValue(value)}`);
}

function checkAgent(options: HostedAgent, host = "127.0.0.1", publicUrl: string | undefined): void {
  checkText("store", options.store, '"sqlite:tasks.db"');
  checkExposure(host, options);
  describeHosted(options, publicUrl);
}

/** The card of an agent, as far as it is known before the server listens. Throws when the options do not add up to an agent. */
export function describeHosted(options: HostedAgent, publicUrl: string | undefined): AgentCard {
  const { webhooks = true } = options;
  const baseUrl = publicUrl === undefined ? {} : { baseUrl: publicUrl };
  return describeAgent({ ...options, codecs: servedCodecs(options), ...baseUrl, webhooks }).card;
}

function checkExposure(host: string, { auth, security }: HostedAgent): void {
  if (isLoopback(host) || auth || security?.authenticate || security?.allowAnonymous) return;
  throw new TypeError(
    `${host} can be reached from other machines: pass \`auth\` to ask callers for credentials, or \`security: { allowAnonymous: true }\``,
  );
}

/** The options of everything that listens; the compiler sees to it that none is missing. */
export const listenNames: MemberNames<ListenOptions> = {
  port: true,
  host: true,
  publicUrl: true,
  listener: true,
  tls: true,
  logger: true,
  inspector: true,
};
const tlsNames: MemberNames<TlsOptions> = { key: true, cert: true, ca: true };
const platformOption: MemberNames<PlatformOptions> = { platform: true };
const { baseUrl: _, ...agentNames } = agentOptionNames;
const serveOptionNames: MemberNames<ServeOptions> = {
  agents: true,
  ...agentNames,
  ...listenNames,
  ...platformOption,
  store: true,
  grpc: true,
};
const { basePath: __, ...hosted } = agentNames;
const hostedNames: MemberNames<ServeAgentsOptions["agents"][string]> = { ...hosted, store: true, grpc: true };
const serveAgentsNames: MemberNames<Omit<ServeAgentsOptions, "card" | "executor">> = {
  ...listenNames,
  ...platformOption,
  agents: true,
  grpc: true,
};
const grpcNames: MemberNames<GrpcOptions> = {
  port: true,
  host: true,
  address: true,
  tls: true,
  cleartext: true,
  maxMessageSize: true,
  keepalive: true,
  health: true,
  reflection: true,
  listen: true,
};
const listener: MemberNames<ListenerOptions> = {
  onError: true,
  keepAliveMs: true,
  maxBufferedBytes: true,
  maxBufferedBytesInAll: true,
  stalledMs: true,
};

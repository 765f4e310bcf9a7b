import type { CardSigner } from "@a2a/card/signing";
import type { HttpClient } from "@a2a/http";
import type { AgentHandlerOptions, WebhookSenderOptions } from "@a2a/server";
import type { OperationName, Principal } from "@a2a/types";
import type { AgentOptions } from "../agents/agent-options.ts";
import type { AgentDial } from "../agents/link-types.ts";
import type { GrpcOffer } from "../agents/rewritten-card.ts";
import type { RouteStore } from "../routes/route-store.ts";
import type { GatewayEvent } from "../telemetry/events.ts";
import type { GatewayMeter } from "../telemetry/gateway-metrics.ts";
import type { Quota } from "./quotas.ts";

/** Permissions and quotas of callers. */
export interface GatewayPolicy {
  /** Whether a caller may use an operation of an agent. Default: every authenticated caller may use all. */
  authorize?: (caller: Principal, operation: OperationName, agent: string) => boolean;
  /** How many messages a caller may send to an agent, or to each; `undefined` for no limit. Counted by each gateway for itself. */
  quota?: (caller: Principal, agent: string) => Quota | undefined;
}

/** How notifications are relayed. */
export interface GatewayWebhookOptions extends WebhookSenderOptions {
  /** The address of the gateway as agents reach it, if that differs from `baseUrl`. */
  callbackUrl?: string;
}

/** The options of a server that a gateway has too. */
type SharedOptions = Pick<
  AgentHandlerOptions,
  | "auth"
  | "security"
  | "limits"
  | "mount"
  | "aliases"
  | "bindings"
  | "versions"
  | "strict"
  | "logger"
  | "tracing"
  | "metrics"
>;

/** A gateway: its agents, who may call them, and how. */
export interface GatewayOptions extends SharedOptions {
  /** The agents by name: `tax` is served below `/agents/tax`, its card included, and as tenant `tax` at the address of the gateway. */
  agents: Readonly<Record<string, AgentOptions>>;
  /** The address callers reach the gateway at; it may have a path. Default `http://localhost`. */
  baseUrl?: string;
  /** The agent for calls at the address of the gateway that name neither a tenant nor a task. Default: such calls are refused. */
  defaultAgent?: string;
  /**
   * Which addresses rewritten cards name first: those of the agent's own path (default), or the shared address with a tenant, for callers of
   * protocol versions that know tenants. Both are always served.
   */
  routing?: "path" | "tenant";
  policy?: GatewayPolicy;
  /** Where routes are stored; closed with the gateway. Default: in memory. */
  routes?: RouteStore;
  /** Relays notifications. Default: agents are offered without them. */
  webhooks?: GatewayWebhookOptions;
  /** Signs rewritten cards. Default: they are not signed. */
  cardSigner?: CardSigner;
  /** Makes the requests to agents. Default: over `fetch`. */
  http?: HttpClient;
  /** Makes a client for each agent instead, so that no agent takes the connections of another. */
  httpFor?: (name: string, agent: AgentOptions) => HttpClient;
  /** How bindings with connections of their own reach an agent, such as gRPC; `serveGateway` sees to it. Default: not at all. */
  dialFor?: (name: string, agent: AgentOptions) => AgentDial;
  /** Where callers reach the gateway over gRPC, for the cards of its agents; `calls` of the gateway answers there. Default: nowhere. */
  grpcOffer?: GrpcOffer;
  /**
   * The bytes of large requests to agents, and of their large answers and events, until the caller has been answered. A large request
   * counts twice, so that there is room for its answer; without room it is refused before its body is read. One caller may use half of
   * it. Default 32 MiB.
   */
  maxAgentBytesInFlight?: number;
  /** The largest answer or event of an agent, in bytes. Default 10 MiB. */
  maxAgentAnswerBytes?: number;
  /** Makes the instruments of the gateway: calls and requests by agent and outcome, open circuit breakers, notifications. Default: none. */
  meter?: GatewayMeter;
  /** Called for each call, for audit logs. */
  onEvent?: (event: GatewayEvent) => void;
}

import type { VersionCodec } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import { urlGuard } from "@a2a/http";
import type { Handle } from "@a2a/server";
import {
  accessPolicy,
  type CallPort,
  createFront,
  toFetch,
  trimSlash,
  WEBHOOK_PORTS,
  WebhookSecrets,
} from "@a2a/server/backend-kit";
import { type Logger, type ProtocolVersion, silentLogger } from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import { AnswerBudget } from "../agents/answer-budget.ts";
import { callerHeaders, exchangesTokens } from "../agents/credentials.ts";
import { webhookAnswers } from "../relay/webhook-answer.ts";
import { WebhookRelay } from "../relay/webhook-relay.ts";
import { createMemoryRoutes } from "../routes/memory-routes.ts";
import type { RouteStore } from "../routes/route-store.ts";
import type { BreakerState, CallEvent } from "../telemetry/events.ts";
import { type GatewayMetrics, gatewayMetrics } from "../telemetry/gateway-metrics.ts";
import { agentLinks } from "./agent-links.ts";
import { AgentSites } from "./agent-sites.ts";
import { checkGatewayOptions } from "./check-options.ts";
import { byCredential } from "./credential-caller.ts";
import type { GatewayOptions } from "./options.ts";
import { createRouting } from "./routing.ts";

/** How the agents of a gateway are. */
export interface GatewayHealth {
  /** Whether calls are answered. */
  readonly status: "ok" | "stopping" | "unavailable";
  /** `isKnown`: the agent has been reached since the gateway started. */
  readonly agents: Readonly<Record<string, { readonly isKnown: boolean; readonly breaker: BreakerState }>>;
}

/** A gateway that answers requests in any runtime; `createGateway` makes one. */
export class Gateway implements AsyncDisposable {
  /** Answers a plain request; `toNodeListener` of `@a2a/server/node` makes a listener of it. */
  readonly handle: Handle;
  /** Carries out the calls of a binding that frames its own messages, as gRPC does. The agent is named by tenant, host or task. */
  readonly calls: CallPort;
  /** Answers a request of the web platform. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly #routes: RouteStore;
  readonly #links: ReadonlyMap<string, AgentLink>;
  readonly #inFlight = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(options: GatewayOptions) {
    checkGatewayOptions(options);
    const { logger = silentLogger, routes = createMemoryRoutes(), meter, onEvent } = options;
    const baseUrl = trimSlash(options.baseUrl ?? "http://localhost");
    const security = { ...options.security, ...callerOf(options) };
    const { maxAgentBytesInFlight = 33_554_432, maxAgentAnswerBytes = 10_485_760 } = options;
    const budget = new AnswerBudget(maxAgentBytesInFlight, maxAgentAnswerBytes);
    const front = createFront({
      ...options,
      reserve: (bytes, owner) => budget.reserve(bytes, owner),
      security,
      codecs: servedCodecs(options.versions),
      knownCodecs: allCodecs,
      jwks: options.webhooks?.signer?.jwks,
      keepsTokens: Object.values(options.agents).some(({ credentials }) => exchangesTokens(credentials)),
    });
    const isAnonymous = !options.auth && !security.authenticate;
    const metrics = meter && gatewayMetrics(meter);
    const links = agentLinks(options, {
      budget,
      tellsApart: !isAnonymous,
      logger,
      onRequest: metrics && ((request) => metrics.request(request)),
      onBreaker: (agent, state) => {
        metrics?.breaker(agent, state);
        onEvent?.({ type: "breaker", time: new Date().toISOString(), agent, state });
      },
    });
    const onCall = (event: CallEvent) => {
      metrics?.call(event);
      onEvent?.(event);
    };
    this.#routes = routes;
    this.#links = links;
    const webhooks = createWebhooks(options, { routes, links, baseUrl, logger, metrics });
    const sites = new AgentSites(options, {
      front,
      links,
      routes,
      policy: accessPolicy({ ...options, security }),
      budget,
      webhooks,
      isAnonymous,
      isStopping: () => this.#closing !== undefined,
      onCall: metrics || onEvent ? onCall : undefined,
    });
    const route = createRouting({
      baseUrl,
      rules: security,
      sites: sites.byName,
      hosts: sites.byHost,
      shared: sites.shared,
      webhook: webhooks && webhookAnswers(webhooks, baseUrl),
      health: async () => {
        await routes.check?.();
        return this.health();
      },
    });
    this.handle = (request, signal) => this.#tracked(route(request, signal));
    this.fetch = toFetch(this.handle);
    this.calls = { ...sites.calls, perform: (...call) => this.#tracked(sites.calls.perform(...call)) };
  }

  /** How the agents are. */
  health(): GatewayHealth {
    const agents = Array.from(this.#links, ([name, { isKnown, breaker }]) => [name, { isKnown, breaker }]);
    const isAvailable = this.#routes.isAvailable !== false;
    const status = this.#closing ? "stopping" : isAvailable ? "ok" : "unavailable";
    return { status, agents: Object.fromEntries(agents) };
  }

  /** Waits for answers under way, at most `drainMs` (25,000), and closes the routes. Streams end when the server closes them. */
  close({ drainMs = 25_000 }: { drainMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#close(drainMs);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(drainMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, drainMs);
    });
    await Promise.race([Promise.allSettled(this.#inFlight), late]);
    clearTimeout(timer);
    await Promise.all([this.#routes.close(), ...Array.from(this.#links.values(), (link) => link.close())]);
  }

  #tracked<T>(answer: Promise<T>): Promise<T> {
    this.#inFlight.add(answer);
    const forget = () => this.#inFlight.delete(answer);
    answer.then(forget, forget);
    return answer;
  }
}

/**
 * One address in front of any number of agents: callers of every protocol version and binding can call every agent. Nothing is connected
 * until it is needed. Throws a `TypeError` that names the option that is wrong.
 */
export function createGateway(options: GatewayOptions): Gateway {
  return new Gateway(options);
}

interface WebhookParts {
  readonly routes: RouteStore;
  readonly links: ReadonlyMap<string, AgentLink>;
  readonly baseUrl: string;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics | undefined;
}

/** Passes on what agents send to the gateway's own webhooks, if the gateway offers webhooks. */
function createWebhooks(
  { webhooks, onEvent }: GatewayOptions,
  { routes, links, baseUrl, logger, metrics }: WebhookParts,
): WebhookRelay | undefined {
  if (!webhooks) return undefined;
  return new WebhookRelay({
    ...webhooks,
    signer: webhooks.signer,
    guard: webhooks.guard ?? urlGuard({ ports: WEBHOOK_PORTS }),
    timeoutMs: webhooks.timeoutMs ?? 10_000,
    secrets: new WebhookSecrets(webhooks.secretKey),
    codecs: new Map(allCodecs.map((codec) => [codec.version, codec])),
    routes,
    links,
    callbackUrl: `${trimSlash(webhooks.callbackUrl ?? baseUrl)}/webhooks`,
    logger,
    onEvent: (event) => {
      metrics?.notification(event);
      onEvent?.(event);
    },
  });
}

/** Callers that only agents can identify are distinguished by their credentials. */
function callerOf({
  auth,
  security,
  agents,
}: GatewayOptions): Pick<NonNullable<GatewayOptions["security"]>, "authenticate"> {
  if (auth || security?.authenticate) return {};
  const headers = Object.values(agents).flatMap(({ credentials = "none" }) => callerHeaders(credentials));
  return headers.length === 0 ? {} : { authenticate: byCredential([...new Set(headers)]) };
}

/** The protocol versions that callers may use. */
export function servedCodecs(versions: readonly ProtocolVersion[] | undefined): readonly VersionCodec[] {
  return versions ? allCodecs.filter(({ version }) => versions.includes(version)) : allCodecs;
}

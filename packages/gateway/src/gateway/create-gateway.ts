import type { VersionCodec } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import { cardErrorAnswer } from "@a2a/bridge/cards";
import { buildCard, WELL_KNOWN } from "@a2a/card";
import { CATALOG_PATHS } from "@a2a/card/catalog";
import { urlGuard } from "@a2a/http";
import type { Handle } from "@a2a/server";
import {
  accessPolicy,
  type Backend,
  type BackendHandler,
  CallerLimits,
  type CallPort,
  createFront,
  type Front,
  noRoute,
  type Perform,
  performer,
  type Scope,
  toFetch,
  trimSlash,
  WEBHOOK_PORTS,
  WebhookSecrets,
} from "@a2a/server/backend-kit";
import { type AgentCard, type ProtocolVersion, silentLogger } from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import { AnswerBudget } from "../agents/answer-budget.ts";
import { callerHeaders, tellsCallersApart } from "../agents/credentials.ts";
import { relayTo } from "../relay/operate.ts";
import { OwnIds } from "../relay/own-ids.ts";
import { ownerOf } from "../relay/relay-context.ts";
import { webhookAnswers } from "../relay/webhook-answer.ts";
import { WebhookRelay } from "../relay/webhook-relay.ts";
import { createMemoryRoutes } from "../routes/memory-routes.ts";
import type { RouteStore } from "../routes/route-store.ts";
import type { BreakerState, CallEvent } from "../telemetry/events.ts";
import { gatewayMetrics } from "../telemetry/gateway-metrics.ts";
import { agentLinks } from "./agent-links.ts";
import { AgentSite } from "./agent-site.ts";
import { audited } from "./audited.ts";
import { checkGatewayOptions } from "./check-options.ts";
import { byCredential } from "./credential-caller.ts";
import type { GatewayOptions } from "./options.ts";
import { type Place, type Publish, placeOf, publisher } from "./publish.ts";
import { Quotas } from "./quotas.ts";
import { createRouting } from "./routing.ts";
import { byHost, sharedPerform } from "./shared-address.ts";

/** How the agents of a gateway are. */
export interface GatewayHealth {
  /** Whether calls are answered. */
  readonly status: "ok" | "stopping" | "unavailable";
  /** `isKnown`: the agent has been reached since the gateway started. */
  readonly agents: Readonly<Record<string, { readonly isKnown: boolean; readonly breaker: BreakerState }>>;
}

/** A gateway that answers requests in any runtime. */
export interface Gateway extends AsyncDisposable {
  /** Answers a plain request; `toNodeListener` of `@a2a/server/node` makes a listener of it. */
  readonly handle: Handle;
  /** Carries out the calls of a binding that frames its own messages, as gRPC does. The agent is named by tenant, host or task. */
  readonly calls: CallPort;
  /** Answers a request of the web platform. */
  fetch(request: Request): Promise<Response>;
  health(): GatewayHealth;
  /** Waits for answers under way, at most `drainMs` (25,000), and closes the routes. Streams end when the server closes them. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/**
 * One address in front of any number of agents: callers of every protocol version and binding can call every agent. Nothing is connected
 * until it is needed. Throws a `TypeError` that names the option that is wrong.
 */
export function createGateway(options: GatewayOptions): Gateway {
  checkGatewayOptions(options);
  const { logger = silentLogger, routes = createMemoryRoutes(), limits = {}, push, onEvent } = options;
  const codecs = servedCodecs(options.versions);
  const security = { ...options.security, ...callerOf(options) };
  const { maxAgentBytesInFlight = 33_554_432, maxAgentAnswerBytes = 10_485_760 } = options;
  const budget = new AnswerBudget(maxAgentBytesInFlight, maxAgentAnswerBytes);
  const front = createFront({
    ...options,
    reserve: (bytes, owner) => budget.reserve(bytes, owner),
    security,
    codecs,
    knownCodecs: allCodecs,
    jwks: push?.signer?.jwks,
  });
  const isAnonymous = !options.auth && !security.authenticate;
  const metrics = options.meter && gatewayMetrics(options.meter);
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
  let stopping = false;
  const baseUrl = trimSlash(options.baseUrl ?? "http://localhost");
  const webhooks =
    push &&
    new WebhookRelay({
      ...push,
      signer: push.signer,
      guard: push.guard ?? urlGuard({ ports: WEBHOOK_PORTS }),
      timeoutMs: push.timeoutMs ?? 10_000,
      secrets: new WebhookSecrets(push.secretKey),
      codecs: new Map(allCodecs.map((codec) => [codec.version, codec])),
      routes,
      links,
      callbackUrl: `${trimSlash(push.callbackUrl ?? baseUrl)}/webhooks`,
      logger,
      onEvent: (event) => {
        metrics?.notification(event);
        onEvent?.(event);
      },
    });
  const callers = new CallerLimits(limits);
  const quotas = new Quotas();
  const ownIds = new OwnIds();
  const policy = accessPolicy({ ...options, security });

  function siteOf(link: AgentLink, place: Place, performed?: Perform): AgentSite {
    const publish = publisher(options, front, link, place);
    return new AgentSite({
      front,
      link,
      place,
      publish,
      resolveAlias,
      isStopping: () => stopping,
      performer: performed ? () => performed : (card) => performFor(link, card, publish),
    });

    async function resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
      return (await routes.findAlias(ownerOf(scope), alias, performed ? undefined : link.name))?.taskId;
    }
  }

  function performFor(link: AgentLink, card: AgentCard, publish: Publish): Perform {
    const { credentials = "none" } = link.options;
    const { authorize, quota } = options.policy ?? {};
    const keepsApart = !isAnonymous && !tellsCallersApart(credentials);
    const operate = relayTo({
      link,
      routes,
      callers,
      budget,
      webhooks,
      keepsApart,
      ownIds: keepsApart ? ownIds : undefined,
      maxBlockingMs: limits.maxBlockingMs,
      publish,
    });
    const perform = performer(
      { card, callers, tracing: options.tracing, metrics: options.metrics, logger },
      {
        ...policy,
        authorize: (caller, operation) =>
          (policy.authorize?.(caller, operation) ?? true) && (authorize?.(caller, operation, link.name) ?? true),
      },
      (context) => {
        const allowed = isSend(context.call.operation) ? quota?.(context.caller, link.name) : undefined;
        if (allowed) quotas.take(`${link.name} ${ownerOf(context.scope)}`, allowed);
        return operate(context);
      },
    );
    const tell = (event: CallEvent) => {
      metrics?.call(event);
      onEvent?.(event);
    };
    return metrics || onEvent ? audited(perform, link.name, tell) : perform;
  }

  const mount = trimSlash(options.mount ?? "/a2a");
  const sites = new Map(
    Array.from(links, ([name, link]) => {
      const basePath = `/agents/${name}`;
      return [name, siteOf(link, placeOf(`${baseUrl}${basePath}`, mount, basePath))];
    }),
  );
  const hosts = new Map(
    Array.from(links.values(), (link) =>
      (link.options.hosts ?? []).map((host): [string, AgentSite] => {
        return [host.toLowerCase(), siteOf(link, placeOf(`${new URL(baseUrl).protocol}//${host}`, mount))];
      }),
    ).flat(),
  );
  const { defaultAgent } = options;
  const shared = sharedPerform({ sites, routes, policy, defaultAgent });
  const root = placeOf(baseUrl, mount);
  const bare = withoutCard(front, root, { perform: byHost(hosts, shared), routes, isStopping: () => stopping });
  const defaultLink = defaultAgent === undefined ? undefined : links.get(defaultAgent);
  const routing = createRouting({
    baseUrl,
    rules: security,
    sites,
    hosts,
    shared: defaultLink ? siteOf(defaultLink, root, shared).handle : bare.handle,
    webhook: webhooks && webhookAnswers(webhooks, baseUrl),
    health: async () => {
      await routes.check?.();
      return health();
    },
  });

  function health(): GatewayHealth {
    const agents = Array.from(links, ([name, { isKnown, breaker }]) => [name, { isKnown, breaker }]);
    const status = stopping ? "stopping" : routes.isAvailable === false ? "unavailable" : "ok";
    return { status, agents: Object.fromEntries(agents) };
  }

  const inFlight = new Set<Promise<unknown>>();
  const tracked = <T>(answer: Promise<T>): Promise<T> => {
    inFlight.add(answer);
    const forget = () => inFlight.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
  const handle: Handle = (request, signal) => tracked(routing(request, signal));
  const calls = { ...bare.calls, perform: (...call: CallOf) => tracked(bare.calls.perform(...call)) };
  let closing: Promise<void> | undefined;
  const stop = async (drainMs: number) => {
    stopping = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, drainMs);
    });
    await Promise.race([Promise.allSettled(inFlight), late]);
    clearTimeout(timer);
    await Promise.all([routes.close(), ...Array.from(links.values(), (link) => link.close())]);
  };
  const close = ({ drainMs = 25_000 }: { drainMs?: number } = {}) => {
    closing ??= stop(drainMs);
    return closing;
  };
  return { handle, calls, fetch: toFetch(handle), health, close, [Symbol.asyncDispose]: () => close() };
}

type CallOf = Parameters<CallPort["perform"]>;

function isSend(operation: string): boolean {
  return operation === "sendMessage" || operation === "sendStreamingMessage";
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

/** The address that all agents share, where there is no default agent: it has no card. */
function withoutCard(
  front: Front,
  place: Place,
  { routes, ...backend }: Pick<Backend, "perform" | "isStopping"> & { readonly routes: RouteStore },
): BackendHandler {
  const pointer = `the agents are listed at ${CATALOG_PATHS.aiCatalog}`;
  return front.host({
    card: buildCard({ name: "Gateway" }, { url: place.endpoint, versions: front.codecs }),
    ...backend,
    resolveAlias: async (scope, alias) => (await routes.findAlias(ownerOf(scope), alias))?.taskId,
    isAddressed: true,
    baseUrl: place.baseUrl,
    cards: (request) =>
      WELL_KNOWN.some((path) => path === request.path) ? cardErrorAnswer(noRoute(request, pointer)) : undefined,
  });
}

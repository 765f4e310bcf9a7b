import { cardErrorAnswer } from "@a2a/bridge/cards";
import { buildCard, WELL_KNOWN } from "@a2a/card";
import { CATALOG_PATHS } from "@a2a/card/catalog";
import type { Handle } from "@a2a/server";
import {
  type AccessPolicy,
  type BackendHandler,
  CallerLimits,
  type CallPort,
  type Front,
  noRoute,
  type Perform,
  performer,
  trimSlash,
} from "@a2a/server/backend-kit";
import { type AgentCard, type Logger, silentLogger } from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import type { AnswerBudget } from "../agents/answer-budget.ts";
import { tellsCallersApart } from "../agents/credentials.ts";
import { relayTo } from "../relay/operate.ts";
import { OwnIds } from "../relay/own-ids.ts";
import { ownerOf } from "../relay/relay-context.ts";
import type { WebhookRelay } from "../relay/webhook-relay.ts";
import type { RouteStore } from "../routes/route-store.ts";
import type { CallEvent } from "../telemetry/events.ts";
import { AgentSite } from "./agent-site.ts";
import { audited } from "./audited.ts";
import type { GatewayOptions } from "./options.ts";
import { type Place, type Publish, placeOf, publisher } from "./publish.ts";
import { Quotas } from "./quotas.ts";
import { byHost, sharedPerform } from "./shared-address.ts";

/** The dependencies that the sites of a gateway share. */
export interface SharedParts {
  readonly front: Front;
  readonly links: ReadonlyMap<string, AgentLink>;
  readonly routes: RouteStore;
  readonly policy: AccessPolicy;
  readonly budget: AnswerBudget;
  readonly webhooks: WebhookRelay | undefined;
  /** Whether callers are anonymous. */
  readonly isAnonymous: boolean;
  readonly isStopping: () => boolean;
  /** Called for every call. */
  readonly onCall: ((event: CallEvent) => void) | undefined;
}

/** The agents at all their places: at paths and hosts of their own, and at the address that they share. */
export class AgentSites {
  readonly #options: GatewayOptions;
  readonly #parts: SharedParts;
  readonly #callers: CallerLimits;
  readonly #quotas = new Quotas();
  readonly #ownIds = new OwnIds();
  readonly #logger: Logger;
  /** Those at their paths, by name. */
  readonly byName: ReadonlyMap<string, AgentSite>;
  /** Those at hosts of their own, by host in lower case. */
  readonly byHost: ReadonlyMap<string, AgentSite>;
  /** Answers requests at the address that all agents share. */
  readonly shared: Handle;
  /** Carries out the calls of a binding that frames its own messages. */
  readonly calls: CallPort;

  constructor(options: GatewayOptions, parts: SharedParts) {
    this.#options = options;
    this.#parts = parts;
    this.#callers = new CallerLimits(options.limits ?? {});
    this.#logger = options.logger ?? silentLogger;
    const { links, routes, policy } = parts;
    const { defaultAgent } = options;
    const baseUrl = trimSlash(options.baseUrl ?? "http://localhost");
    const mount = trimSlash(options.mount ?? "/a2a");
    this.byName = new Map(
      Array.from(links, ([name, link]) => {
        const basePath = `/agents/${name}`;
        return [name, this.#siteOf(link, placeOf(`${baseUrl}${basePath}`, mount, basePath))];
      }),
    );
    this.byHost = new Map(
      [...links.values()].flatMap((link) =>
        (link.options.hosts ?? []).map((host): [string, AgentSite] => {
          return [host.toLowerCase(), this.#siteOf(link, placeOf(`${new URL(baseUrl).protocol}//${host}`, mount))];
        }),
      ),
    );
    const perform = sharedPerform({ sites: this.byName, routes, policy, defaultAgent });
    const root = placeOf(baseUrl, mount);
    const bare = this.#withoutCard(root, byHost(this.byHost, perform));
    const defaultLink = defaultAgent === undefined ? undefined : links.get(defaultAgent);
    this.shared = defaultLink ? this.#siteOf(defaultLink, root, perform).handle : bare.handle;
    this.calls = bare.calls;
  }

  #siteOf(link: AgentLink, place: Place, shared?: Perform): AgentSite {
    const { front, routes, isStopping } = this.#parts;
    const publish = publisher(this.#options, front, link, place);
    return new AgentSite({
      front,
      link,
      place,
      publish,
      isStopping,
      performer: shared ? () => shared : (card) => this.#performFor(link, card, publish),
      resolveAlias: async (scope, alias) =>
        (await routes.findAlias(ownerOf(scope), alias, shared ? undefined : link.name))?.taskId,
    });
  }

  #performFor(link: AgentLink, card: AgentCard, publish: Publish): Perform {
    const { routes, budget, webhooks, isAnonymous, policy, onCall } = this.#parts;
    const { tracing, metrics, limits = {}, policy: { authorize, quota } = {} } = this.#options;
    const keepsApart = !isAnonymous && !tellsCallersApart(link.options.credentials ?? "none");
    const operate = relayTo({
      link,
      routes,
      callers: this.#callers,
      budget,
      webhooks,
      keepsApart,
      ownIds: keepsApart ? this.#ownIds : undefined,
      maxBlockingMs: limits.maxBlockingMs,
      publish,
    });
    const perform = performer(
      { card, callers: this.#callers, tracing, metrics, logger: this.#logger },
      {
        ...policy,
        authorize: (caller, operation) =>
          (policy.authorize?.(caller, operation) ?? true) && (authorize?.(caller, operation, link.name) ?? true),
      },
      (context) => {
        const allowed = isSend(context.call.operation) ? quota?.(context.caller, link.name) : undefined;
        if (allowed) this.#quotas.take(`${link.name} ${ownerOf(context.scope)}`, allowed);
        return operate(context);
      },
    );
    return onCall ? audited(perform, link.name, onCall) : perform;
  }

  /** The address that all agents share, if there is no default agent: it has no card. */
  #withoutCard({ endpoint, baseUrl }: Place, perform: Perform): BackendHandler {
    const { front, routes, isStopping } = this.#parts;
    const pointer = `the agents are listed at ${CATALOG_PATHS.aiCatalog}`;
    return front.host({
      card: buildCard({ name: "Gateway" }, { url: endpoint, versions: front.codecs }),
      perform,
      isStopping,
      resolveAlias: async (scope, alias) => (await routes.findAlias(ownerOf(scope), alias))?.taskId,
      isAddressed: true,
      baseUrl,
      cards: (request) =>
        WELL_KNOWN.some((path) => path === request.path) ? cardErrorAnswer(noRoute(request, pointer)) : undefined,
    });
  }
}

function isSend(operation: string): boolean {
  return operation === "sendMessage" || operation === "sendStreamingMessage";
}

import type { Answer } from "@a2a/bridge";
import { cardErrorAnswer } from "@a2a/bridge/cards";
import { CATALOG_PATHS, CATALOG_TYPES, toAiCatalog, toApiCatalog } from "@a2a/card/catalog";
import type { Handle, HttpRules, IncomingRequest } from "@a2a/server";
import { httpGate, isBelow, noRoute, pathOf, relativePath } from "@a2a/server/backend-kit";
import type { AgentSite } from "./agent-site.ts";
import type { GatewayHealth } from "./gateway.ts";

/** The data that requests are routed by. */
export interface RoutingParts {
  readonly baseUrl: string;
  readonly rules: HttpRules;
  /** The agents at their paths, by name. */
  readonly sites: ReadonlyMap<string, AgentSite>;
  /** The agents at hosts of their own, by host in lower case. */
  readonly hosts: ReadonlyMap<string, AgentSite>;
  /** Answers calls at the address that all agents share. */
  readonly shared: Handle;
  /** Answers deliveries to the gateway's own webhooks. */
  readonly webhook: ((id: string, request: IncomingRequest) => Promise<Answer>) | undefined;
  readonly health: () => Promise<GatewayHealth>;
}

/** Sends each request to its agent: by host, then by path; what is left is for the gateway itself. */
export function createRouting(parts: RoutingParts): Handle {
  const { sites, hosts, shared, webhook, health, rules } = parts;
  const publicPath = pathOf(parts.baseUrl);
  const gate = httpGate(rules);
  const documents = catalogs(parts);
  return async (original, signal) => {
    const hosted = hosts.size > 0 ? hosts.get((original.headers.host ?? "").toLowerCase()) : undefined;
    if (hosted) return hosted.handle(original, signal);
    // A proxy may strip the path of the gateway's public address or not.
    const path = publicPath === "" ? original.path : relativePath(original.path, publicPath);
    const request = path === original.path ? original : { ...original, path };
    const [, name] = /^\/agents\/([^/]+)/.exec(path) ?? [];
    const site = name === undefined ? undefined : sites.get(name);
    if (site) return site.handle(request, signal);
    const refused = gate.before(request);
    if (refused) return refused;
    if (isBelow(path, "/webhooks")) {
      const [, id] = /^\/webhooks\/([\w-]{1,100})$/.exec(path) ?? [];
      return webhook && id !== undefined
        ? webhook(id, request)
        : cardErrorAnswer(noRoute(original, "webhooks have an id"));
    }
    if (request.method === "GET" || request.method === "HEAD") {
      const document = path === "/health" ? healthAnswer(await health()) : documents[path];
      if (document) return request.method === "HEAD" ? { ...document, body: "" } : document;
    }
    if (name !== undefined)
      return cardErrorAnswer(noRoute(original, `the agents are ${[...sites.keys()].slice(0, 20).join(", ")}`));
    return shared(request, signal);
  };
}

/** The catalogs of the agents, by path: the AI Catalog, which is that of ARD too, and the link set of RFC 9727. */
function catalogs({ sites, baseUrl }: RoutingParts): Readonly<Record<string, Answer>> {
  const entries = Array.from(sites.keys(), (name) => ({
    name,
    url: `${baseUrl}/agents/${name}/.well-known/agent-card.json`,
  }));
  const answer = (document: object, type: string): Answer => {
    const headers = { "Content-Type": type, "Cache-Control": "public, max-age=300" };
    return { status: 200, headers, body: JSON.stringify(document) };
  };
  const aiCatalog = toAiCatalog(entries, baseUrl);
  return {
    [CATALOG_PATHS.aiCatalog]: answer(aiCatalog, CATALOG_TYPES.aiCatalog),
    [CATALOG_PATHS.ard]: answer(aiCatalog, "application/json"),
    [CATALOG_PATHS.apiCatalog]: answer(toApiCatalog(entries, baseUrl), CATALOG_TYPES.apiCatalog),
  };
}

function healthAnswer(health: GatewayHealth): Answer {
  return {
    status: health.status === "ok" ? 200 : 503,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(health),
  };
}

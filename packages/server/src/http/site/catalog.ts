import type { Answer } from "@a2a/bridge";
import { CATALOG_PATHS, CATALOG_TYPES, toAiCatalog, toApiCatalog } from "@a2a/card/catalog";
import type { AgentCard, JsonObject } from "@a2a/types";

/** The catalogs of several agents, by path: the AI Catalog, which is that of ARD too, and the link set of RFC 9727. */
export function catalogAnswers(
  agents: readonly { readonly basePath: string; readonly handler: { readonly card: AgentCard } }[],
  publicPath: string,
): Readonly<Record<string, Answer>> {
  const origin = agents[0]?.handler.card.supportedInterfaces[0]?.url ?? "http://localhost";
  const entries = agents.map(({ basePath, handler }) => ({
    name: basePath.split("/").at(-1) ?? "",
    examples: handler.card.skills.flatMap(({ examples = [] }) => examples),
    url: new URL(
      `${publicPath}${basePath}/.well-known/agent-card.json`,
      handler.card.supportedInterfaces[0]?.url ?? origin,
    ).href,
  }));
  const aiCatalog = toAiCatalog(entries, origin);
  return {
    [CATALOG_PATHS.aiCatalog]: answer(aiCatalog, CATALOG_TYPES.aiCatalog),
    [CATALOG_PATHS.ard]: answer(aiCatalog, "application/json"),
    [CATALOG_PATHS.apiCatalog]: answer(toApiCatalog(entries, origin), CATALOG_TYPES.apiCatalog),
  };
}

function answer(document: JsonObject, type: string): Answer {
  const headers = { "Content-Type": type, "Cache-Control": "public, max-age=300" };
  return { status: 200, headers, body: JSON.stringify(document) };
}

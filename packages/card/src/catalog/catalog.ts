import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";

/** An agent in a catalog. */
export interface CatalogEntry {
  /** A name that is unique in the catalog. */
  readonly name: string;
  /** The URL of the agent's card. */
  readonly url: string;
  readonly description?: string;
  /** Messages that the agent is made for, by which registries find it. */
  readonly examples?: readonly string[];
}

/** Where catalogs are served: the AI Catalog, at its own path and at that of Agentic Resource Discovery (ARD), and the link set of RFC 9727. */
export const CATALOG_PATHS = {
  aiCatalog: "/.well-known/ai-catalog.json",
  ard: "/.well-known/ard.json",
  apiCatalog: "/.well-known/api-catalog",
} as const;

/** The media type of a card in a catalog. */
const CARD_TYPE = "application/a2a-agent-card+json";

/** The media types of the two forms, and of a card in them. */
export const CATALOG_TYPES = {
  aiCatalog: "application/ai-catalog+json",
  apiCatalog: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  card: CARD_TYPE,
} as const;

/**
 * Writes agents as an AI Catalog that follows the rules of ARD too. Descriptions are left to the cards, as the specification asks. An entry states its
 * media type twice, since some readers look for `type` and others for `mediaType`.
 */
export function toAiCatalog(entries: readonly CatalogEntry[], origin: string): JsonObject {
  const publisher = publisherOf(new URL(origin).hostname);
  return {
    specVersion: "1.0",
    entries: entries.map(({ name, url, examples = [] }) => ({
      identifier: `urn:air:${publisher}:a2a:${segment(name)}`,
      displayName: name,
      type: CARD_TYPE,
      mediaType: CARD_TYPE,
      url,
      // Two to five, or the catalog does not conform.
      ...(examples.length >= 2 && { representativeQueries: examples.slice(0, 5) }),
    })),
  };
}

/** The publisher is a domain name. ARD reserves this one for servers that can be reached from their own machine only. */
function publisherOf(hostname: string): string {
  return isLoopback(hostname) ? "agent.localhost" : segment(hostname.replace(/^\[|\]$/g, ""));
}

/** A name without the characters that an identifier may not have. */
function segment(name: string): string {
  return name.replace(/[^\w.-]/g, "-");
}

/** Writes agents as the link set of RFC 9727. */
export function toApiCatalog(entries: readonly CatalogEntry[], origin: string): JsonObject {
  const item = entries.map(({ name, url }) => ({ href: url, type: CARD_TYPE, title: name }));
  return { linkset: [{ anchor: new URL(CATALOG_PATHS.apiCatalog, origin).href, item }] };
}

/** Reads the agents of a catalog in either form; `undefined` for a document that is not a catalog. */
export function readCatalog(document: JsonValue, base: string): CatalogEntry[] | undefined {
  if (!isJsonObject(document)) return undefined;
  if (Array.isArray(document.entries)) return document.entries.flatMap((entry) => readEntry(entry, base));
  if (!Array.isArray(document.linkset)) return undefined;
  return document.linkset.flatMap((context) => {
    const items = isJsonObject(context) && Array.isArray(context.item) ? context.item : [];
    return items.flatMap((item) => readLink(item, base));
  });
}

function readEntry(entry: JsonValue, base: string): CatalogEntry[] {
  if (!isJsonObject(entry) || typeof entry.url !== "string") return [];
  const { identifier, displayName, description, type, mediaType } = entry;
  if (type !== CARD_TYPE && mediaType !== CARD_TYPE) return [];
  const last =
    String(identifier ?? "")
      .split(/[:/]/)
      .at(-1) ?? "";
  return located(typeof displayName === "string" ? displayName : last, entry.url, base, description);
}

function readLink(item: JsonValue, base: string): CatalogEntry[] {
  if (!isJsonObject(item) || typeof item.href !== "string") return [];
  const isCard = item.type === CARD_TYPE || item.href.endsWith("/agent-card.json");
  if (!isCard) return [];
  const title = typeof item.title === "string" ? item.title : new URL(item.href, base).pathname.split("/").at(-3);
  return located(title ?? "", item.href, base, undefined);
}

function located(name: string, url: string, base: string, description: JsonValue | undefined): CatalogEntry[] {
  if (name === "" || !URL.canParse(url, base)) return [];
  return [{ name, url: new URL(url, base).href, ...(typeof description === "string" && { description }) }];
}

import { type HttpClient, readText } from "@a2a/http";
import { type JsonValue, LocalError } from "@a2a/types";
import { CATALOG_PATHS, type CatalogEntry, readCatalog } from "./catalog.ts";

/** How to fetch a catalog. */
export interface FetchCatalogOptions {
  http: HttpClient;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The time limit of each request. Default 10,000. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 1_000;

/** Fetches the agents that an origin lists: its AI Catalog, else that of ARD, else its API catalog. Rejects with a `LocalError` when it has none. */
export async function fetchCatalog(origin: string | URL, options: FetchCatalogOptions): Promise<CatalogEntry[]> {
  const { http, headers = {}, timeoutMs = 10_000, signal } = options;
  for (const path of Object.values(CATALOG_PATHS)) {
    const url = new URL(path, origin).href;
    const accept = { Accept: "application/json, application/linkset+json", ...headers };
    const response = await http({ method: "GET", url, headers: accept, timeoutMs, signal });
    const text = await readText(response, { maxBytes: MAX_BYTES, timeoutMs });
    const entries = response.status === 200 ? readCatalog(parsed(text), url) : undefined;
    if (entries) return entries.slice(0, MAX_ENTRIES);
  }
  const { aiCatalog, ard, apiCatalog } = CATALOG_PATHS;
  const paths = `${aiCatalog}, ${ard} and ${apiCatalog}`;
  throw new LocalError("HTTP", `${new URL(origin).origin} has no catalog of agents at ${paths}`, { status: 404 });
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return null; // a page, or nothing
  }
}

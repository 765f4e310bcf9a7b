import { excerpt } from "@a2a/bridge";
import { discard, type HttpExchange, readText } from "@a2a/http";
import { type AgentCard, isA2AError, isLocalError, type JsonValue, LocalError, type ProtocolVersion } from "@a2a/types";
import { decodeCard } from "./decode-card.ts";

/** How to fetch a card. */
export interface FetchCardOptions {
  /** Carries out the requests. */
  exchange: HttpExchange;
  headers?: Readonly<Record<string, string>>;
  /** How long each attempt may take. Default 10,000. */
  timeoutMs?: number;
  /** The largest card, in bytes. Default 1 MiB. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** A card, and where and how it was found. */
export interface FetchedCard {
  readonly card: AgentCard;
  /** The generation the card is written in. */
  readonly version: ProtocolVersion;
  /** The address it was found at. */
  readonly url: string;
  /** The document as it was received, for verifying signatures. */
  readonly source: string;
}

/** Where agents keep their card, the newest place first. */
export const WELL_KNOWN = ["/.well-known/agent-card.json", "/.well-known/agent.json"] as const;

/**
 * Finds the card of an agent: at the exact address when that names a JSON document, else at the well-known places of the endpoint's
 * origin and below the endpoint itself. Rejects with a `LocalError` that says what was wrong with the last place tried.
 */
export async function fetchAgentCard(endpoint: string | URL, options: FetchCardOptions): Promise<FetchedCard> {
  const places = cardAddresses(endpoint);
  let problem: unknown;
  for (const place of places) {
    try {
      return await fetchOne(place, options);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      // A place that answers with something else is more telling than one that does not exist.
      if (problem === undefined || !(isLocalError(error, "HTTP") && error.status === 404)) problem = error;
      if (isLocalError(error, "NETWORK") || isLocalError(error, "BLOCKED") || isLocalError(error, "TIMEOUT")) break;
    }
  }
  throw problem;
}

/** The addresses at which the card of an endpoint may be, in the order in which they are tried. */
export function cardAddresses(endpoint: string | URL): string[] {
  const url = new URL(endpoint);
  if (url.pathname.endsWith(".json")) return [url.href];
  const base = url.pathname.replace(/\/$/, "");
  const bases = base === "" ? [""] : ["", base];
  return bases.flatMap((path) => WELL_KNOWN.map((place) => new URL(path + place, url.origin).href));
}

async function fetchOne(url: string, options: FetchCardOptions): Promise<FetchedCard> {
  const { exchange, headers, timeoutMs = 10_000, maxBytes = 1024 * 1024, signal } = options;
  const text = await fetchText();
  const wire = parse(url, text);
  try {
    const { card, version } = decodeCard(wire);
    return { card, version, url, source: text };
  } catch (error) {
    if (!isA2AError(error)) throw error;
    throw new LocalError("PROTOCOL", `Agent card at ${url} has invalid schema: ${error.message}`, { cause: error });
  }

  async function fetchText(): Promise<string> {
    try {
      const response = await exchange({
        method: "GET",
        url,
        headers: { Accept: "application/json", ...headers },
        signal,
        timeoutMs,
      });
      if (response.status !== 200) {
        const body = await readText(response, { maxBytes: 64 * 1024, timeoutMs }).catch(() => "");
        throw new LocalError("HTTP", `GET ${url} returned HTTP ${response.status}: ${excerpt(body)}`, {
          status: response.status,
        });
      }
      if (Number(response.headers["content-length"] ?? 0) > maxBytes) discard(response);
      return await readText(response, { maxBytes, timeoutMs });
    } catch (error) {
      if (isLocalError(error, "NETWORK")) {
        throw new LocalError("NETWORK", `Cannot reach agent card at ${url}: ${error.message}`, { cause: error });
      }
      if (isLocalError(error, "TIMEOUT")) {
        throw new LocalError("TIMEOUT", `Timed out fetching agent card from ${url}: ${error.message}`, {
          cause: error,
        });
      }
      throw error;
    }
  }
}

function parse(url: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch (cause) {
    throw new LocalError("PROTOCOL", `Agent card at ${url} returned non-JSON: ${excerpt(text)}`, { cause });
  }
}

import type { HttpClient, UrlGuard } from "@a2a/http";
import {
  type AgentCard,
  checkJson,
  isA2AError,
  isLocalError,
  type JsonValue,
  LocalError,
  type ProtocolVersion,
  protocolVersions,
} from "@a2a/types";
import { parseJson } from "../document/parse-json.ts";
import type { DecodedCard } from "./decode-card-with.ts";
import { conditions, type Freshness } from "./freshness.ts";
import { type GetOptions, getDocument } from "./get-document.ts";

/** How to fetch a card. */
export interface FetchCardOptions {
  /** Carries out the requests, and decides which addresses may be called. */
  http: HttpClient;
  /** Sent to the origin of the endpoint, and to no other. */
  headers?: Readonly<Record<string, string>>;
  /** The protocol version to ask for, if a server has the card in several. Default: the newest. */
  version?: ProtocolVersion | undefined;
  /** How long finding the card may take in all. Default 10,000. */
  timeoutMs?: number;
  /** The largest card, in bytes. Default 256 KiB. */
  maxBytes?: number;
  /** How deep a card may nest. Default 32. */
  maxDepth?: number;
  /** How many skills a card may list. Default 200. */
  maxSkills?: number;
  /** How many redirects are followed. Default 3. */
  maxRedirects?: number;
  /** Whether a redirect to another origin may be followed. Default: none. */
  allowRedirect?: (from: URL, to: URL) => boolean;
  /** Checks each address before it is called, in addition to what the exchange checks. */
  guard?: UrlGuard;
  /** The card as it was found before: asked for again only if it has changed. */
  known?: FetchedCard;
  signal?: AbortSignal | undefined;
}

/** A card, and where and how it was found. */
export interface FetchedCard extends Freshness {
  readonly card: AgentCard;
  /** The protocol version the card is written in. */
  readonly version: ProtocolVersion;
  /** The address it was found at. */
  readonly url: string;
  /** The document as it was received, for verifying signatures. */
  readonly source: string;
  /** One sentence about where the card was found, when that is neither the address given nor below it. */
  readonly note?: string;
}

/** Where agents keep their card, the newest location first. */
export const WELL_KNOWN = ["/.well-known/agent-card.json", "/.well-known/agent.json"] as const;

/** Reads a card. A card of an older protocol version may have to wait for the codec. */
type ReadCard = (wire: JsonValue) => DecodedCard | Promise<DecodedCard>;

/**
 * Finds the card of an agent: at the exact address when that names a JSON document, else at the well-known locations below the endpoint
 * and at its origin. Rejects with a `LocalError` that says what was wrong with the location that came closest. `decode` reads cards.
 */
export async function fetchCardWith(
  decode: ReadCard,
  endpoint: string | URL,
  options: FetchCardOptions,
): Promise<FetchedCard> {
  const { known, signal } = options;
  const remainingMs = countdown(options.timeoutMs ?? 10_000);
  const locations = cardAddresses(endpoint);
  let problem: unknown;
  for (const location of known ? new Set([known.url, ...locations]) : locations) {
    try {
      const found = await fetchAt(location, decode, options, remainingMs);
      if (isCardOf(found, endpoint)) return withNote(found, endpoint);
      problem ??= new LocalError("HTTP", `GET ${location} returned the card of another agent`, { status: 404 });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // A location that answers with something else is more telling than one that does not exist.
      if (problem === undefined || (isMissing(problem) && !isMissing(error))) problem = error;
      if (isLocalError(error, "NETWORK") || isLocalError(error, "BLOCKED") || isLocalError(error, "TIMEOUT")) break;
    }
  }
  throw problem;
}

/** The addresses at which the card of an endpoint may be, in the order in which they are tried. */
export function cardAddresses(endpoint: string | URL): string[] {
  if (!URL.canParse(String(endpoint))) {
    throw new LocalError("CONFIG", "the endpoint must be an absolute URL, such as https://agent.example");
  }
  const url = new URL(endpoint);
  if (url.pathname.endsWith(".json")) return [url.href];
  const base = pathOf(url);
  // Below the endpoint first: at the origin may be the card of another agent that lives there.
  const bases = base === "" ? [""] : [base, ""];
  // Some servers choose the agent by the query: `?assistant_id=…`.
  return bases.flatMap((path) => WELL_KNOWN.map((location) => new URL(path + location + url.search, url.origin).href));
}

/**
 * Whether a card belongs to an endpoint. A card below the endpoint, or at an exact address, does. One at the origin of an endpoint
 * with a path does if it names an interface at or below that path: several agents may live at one origin.
 */
function isCardOf({ url, card }: FetchedCard, endpoint: string | URL): boolean {
  const address = new URL(endpoint);
  const path = pathOf(address);
  const found = new URL(url);
  if (path === "" || path.endsWith(".json") || found.origin !== address.origin || found.pathname.startsWith(`${path}/`))
    return true;
  return card.supportedInterfaces.some((entry) => {
    const named = URL.canParse(entry.url, url) ? new URL(entry.url, url).pathname : "";
    return `${named}/`.startsWith(`${path}/`);
  });
}

/** The card with a note when it comes from elsewhere: from the origin of an endpoint with a path, or by a redirect. */
function withNote(found: FetchedCard, endpoint: string | URL): FetchedCard {
  const { note: _, ...plain } = found;
  const address = new URL(endpoint);
  const path = pathOf(address);
  const below = `${address.origin}${path}/`;
  if (found.url === address.href || (!path.endsWith(".json") && found.url.startsWith(below))) return plain;
  return { ...plain, note: `the card was found at ${found.url}, not at ${cardAddresses(endpoint)[0]}` };
}

/** The path of an endpoint, without slashes at its end. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/(?<!\/)\/+$/, "");
}

async function fetchAt(
  location: string,
  decode: ReadCard,
  options: FetchCardOptions,
  remainingMs: GetOptions["remainingMs"],
): Promise<FetchedCard> {
  const { version = protocolVersions[0], known } = options;
  const get = (headers: Record<string, string>) =>
    getDocument(location, {
      http: options.http,
      headers: { ...headers, ...(known?.url === location && conditions(known)), ...options.headers },
      maxBytes: options.maxBytes ?? 256 * 1024,
      maxRedirects: options.maxRedirects ?? 3,
      allowRedirect: options.allowRedirect ?? (() => false),
      guard: options.guard,
      signal: options.signal,
      remainingMs,
    });
  const { url, text, freshness } = await get({ "A2A-Version": version }).catch((error: unknown) => {
    // A server without that protocol version says so; without a wish it may still have a card that can be read.
    if (isLocalError(error, "HTTP") && error.status === 400) return get({});
    throw error;
  });
  if (text !== undefined) return { ...(await readCard(url, text, decode, options)), url, source: text, ...freshness };
  if (known?.url === location) return { ...known, ...freshness };
  throw new LocalError("HTTP", `GET ${url} returned HTTP 304 to an unconditional request`, { status: 304 });
}

async function readCard(
  url: string,
  text: string,
  decode: ReadCard,
  { maxDepth = 32, maxSkills = 200 }: FetchCardOptions,
): Promise<DecodedCard> {
  const wire = parseJson(text, `Agent card at ${url} returned non-JSON`);
  const excess = checkJson(wire, { maxDepth }) ?? tooManySkills(wire, maxSkills);
  if (excess !== undefined) throw new LocalError("LIMIT", `Agent card at ${url} is refused: ${excess}`);
  try {
    return await decode(wire);
  } catch (error) {
    if (!isA2AError(error)) throw error;
    throw new LocalError("PROTOCOL", `Agent card at ${url} has invalid schema: ${error.message}`, { cause: error });
  }
}

function tooManySkills(wire: JsonValue, maxSkills: number): string | undefined {
  const { skills } = Object(wire) as { skills?: unknown }; // anything but an object has no skills
  return Array.isArray(skills) && skills.length > maxSkills ? `lists more than ${maxSkills} skills` : undefined;
}

function isMissing(problem: unknown): boolean {
  return isLocalError(problem, "HTTP") && problem.status === 404;
}

/** One deadline for all attempts: a peer that is slow everywhere does not get the time several times over. */
function countdown(timeoutMs: number): () => number {
  const end = performance.now() + timeoutMs;
  return () => {
    const left = Math.ceil(end - performance.now());
    if (left > 0) return left;
    throw new LocalError("TIMEOUT", `nothing within ${timeoutMs} ms`);
  };
}

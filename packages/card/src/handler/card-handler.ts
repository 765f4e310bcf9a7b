import { type Answer, type Dialect, readServiceParameters, type ServerRequest } from "@a2a/bridge";
import { type CardReader, cardErrorAnswer } from "@a2a/bridge/cards";
import {
  A2AError,
  type AgentCard,
  compareVersions,
  type JsonObject,
  LocalError,
  normalizeVersion,
  type ProtocolVersion,
  protocolVersions,
} from "@a2a/types";
import { WELL_KNOWN } from "../discover/fetch-card.ts";
import { absorb } from "./combined-card.ts";
import { etagOf, matchesEtag } from "./etag.ts";

/** Answers requests for a card; `undefined` for other requests. */
export type CardHandler = (http: ServerRequest) => Answer | undefined;

/** How a card is served. */
export interface CardHandlerOptions {
  /** The protocol versions to serve. Default: those of the card's interfaces. */
  versions?: readonly ProtocolVersion[];
  /** For how long callers may use the card without asking again; 0 lets them ask each time. Default one hour. */
  maxAgeMs?: number;
  /** Whether the card is served at `/api/a2a/agent-card.json` too. Default true. */
  aliases?: boolean;
  /** A deviation to write in. Those known are in `@a2a/bridge/dialects`. */
  dialect?: Dialect;
}

/**
 * Serves a card at its well-known paths in the protocol version that a header or query requests, else, or where that version is not
 * served, in the form that readers at that path expect. `readers` are the codecs of the versions served.
 */
export function cardHandlerWith(
  card: AgentCard,
  readers: readonly CardReader[],
  options: Omit<CardHandlerOptions, "versions"> = {},
): CardHandler {
  const { maxAgeMs = 3_600_000, aliases = true, dialect } = options;
  const served = readers.toSorted((one, other) => compareVersions(other.version, one.version));
  if (served.length === 0) {
    const supported = protocolVersions.join(", ");
    throw new LocalError(
      "CONFIG",
      `there is no protocol version to serve the card in: name \`versions\`, such as ${supported}`,
    );
  }
  const seconds = Math.floor(maxAgeMs / 1000);
  const caching = { Vary: "A2A-Version", "Cache-Control": seconds > 0 ? `public, max-age=${seconds}` : "no-cache" };
  const documents = new Map<string, CardDocument>();
  const encode = ({ card: codec }: CardReader) => codec.encode(card) as JsonObject; // a card is an object

  return (http) => {
    const path = aliases && http.path === ALIAS ? WELL_KNOWN[0] : http.path;
    if (!WELL_KNOWN.some((known) => known === path)) return undefined;
    if (http.method !== "GET" && http.method !== "HEAD") {
      return refuse(new A2AError("METHOD_NOT_ALLOWED", "A card can only be read: use GET"), { Allow: "GET, HEAD" });
    }
    const { version } = readServiceParameters(http.headers, http.query);
    // Some SDKs name their own version in every request, and learn from the card which ones the agent speaks.
    const { text, etag } = (version === undefined ? undefined : documentIn(version)) ?? documentAt(path);
    const headers = { "Content-Type": "application/json", ETag: etag, ...caching };
    if (matchesEtag(http.headers["if-none-match"], etag)) return { status: 304, headers, body: "" };
    return { status: 200, headers, body: http.method === "HEAD" ? "" : text };
  };

  function documentIn(version: string): CardDocument | undefined {
    const normal = normalizeVersion(version);
    const reader = served.find((candidate) => candidate.version === normal);
    return reader && remember(reader.version, () => encode(reader));
  }

  /** One document for all versions whose readers look there; where none of those is served, that of the nearest version. */
  function documentAt(path: string): CardDocument {
    return remember(path, () => {
      const [newest, ...older] = served.filter(({ card: codec }) => codec.path === path);
      if (newest === undefined) return encode((path === WELL_KNOWN[0] ? served[0] : served.at(-1)) as CardReader); // not empty
      return older.reduce((document, next) => absorb(document, encode(next), newest.card.absorbs), encode(newest));
    });
  }

  function remember(key: string, write: () => JsonObject): CardDocument {
    let made = documents.get(key);
    if (made === undefined) {
      const document = write();
      const text = JSON.stringify(dialect?.card?.(document) ?? document);
      made = { text, etag: etagOf(text) };
      documents.set(key, made);
    }
    return made;
  }
}

interface CardDocument {
  readonly text: string;
  readonly etag: string;
}

const ALIAS = "/api/a2a/agent-card.json";

function refuse(error: A2AError, headers: Record<string, string>): Answer {
  const answer = cardErrorAnswer(error);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

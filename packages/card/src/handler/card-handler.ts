import { type Answer, type Dialect, type Exchange, readServiceParameters } from "@a2a/bridge";
import { cardErrorAnswer } from "@a2a/bridge/cards";
import {
  A2AError,
  type AgentCard,
  isProtocolVersion,
  type JsonObject,
  type JsonValue,
  LocalError,
  normalizeVersion,
  type ProtocolVersion,
  protocolVersions,
} from "@a2a/types";
import { encodeCard } from "../discover/decode-card.ts";
import { combineNewer, combineOlder, withModeLists } from "./combined-card.ts";
import { etagOf, matchesEtag } from "./etag.ts";

/** Answers requests for a card; `undefined` for what is not about the card. */
export type CardHandler = (exchange: Exchange) => Answer | undefined;

/** How a card is served. */
export interface CardHandlerOptions {
  /** The generations to serve. Default: those of the card's interfaces. */
  versions?: readonly ProtocolVersion[];
  /** For how long callers may use the card without asking again; 0 lets them ask each time. Default one hour. */
  maxAgeMs?: number;
  /** Whether the card is served at `/api/a2a/agent-card.json` too. Default true. */
  aliases?: boolean;
  /** A named deviation to write in. */
  dialect?: Dialect;
}

/** What a card can be written as: a generation, or two that share a place. */
type Form = ProtocolVersion | "1.0+0.3" | "0.2+0.1";

/** The places of a card, and the forms served there when the caller names no version: the first whose generations are served. */
const NEWER: readonly Form[] = ["1.0+0.3", "1.0", "0.3", "0.2", "0.1"];
const OLDER: readonly Form[] = ["0.2+0.1", "0.2", "0.1", "0.3", "1.0"];

/**
 * Serves a card at its well-known places in the generation asked for by header or query, else in the form that readers at that place
 * expect. A generation that is not served is refused, naming those that are.
 */
export function cardHandler(card: AgentCard, options: CardHandlerOptions = {}): CardHandler {
  const how = options.dialect && { dialect: options.dialect };
  return cardHandlerWith(card, (version) => encodeCard(card, version, how), options);
}

/** The same for those who write cards themselves: `encode` is asked for the generations that are served, and no others. */
export function cardHandlerWith(
  card: AgentCard,
  encode: (version: ProtocolVersion) => JsonValue,
  options: CardHandlerOptions = {},
): CardHandler {
  const { maxAgeMs = 3_600_000, aliases = true } = options;
  const versions = protocolVersions.filter((version) => (options.versions ?? versionsOf(card)).includes(version));
  if (versions.length === 0) {
    throw new LocalError("CONFIG", `there is no generation to serve the card in: name \`versions\`, such as ["1.0"]`);
  }
  const places = new Map([
    ["/.well-known/agent-card.json", NEWER],
    ["/.well-known/agent.json", OLDER],
    ...(aliases ? [["/api/a2a/agent-card.json", NEWER] as const] : []),
  ]);
  const seconds = Math.floor(maxAgeMs / 1000);
  const caching = { Vary: "A2A-Version", "Cache-Control": seconds > 0 ? `public, max-age=${seconds}` : "no-cache" };
  const documents = new Map<Form, { text: string; etag: string }>();

  return (exchange) => {
    const forms = places.get(exchange.path);
    if (forms === undefined) return undefined;
    if (exchange.method !== "GET" && exchange.method !== "HEAD") {
      return refuse(new A2AError("METHOD_NOT_ALLOWED", "A card can only be read: use GET"), { Allow: "GET, HEAD" });
    }
    const { version } = readServiceParameters(exchange.headers, exchange.query);
    const form = version === undefined ? forms.find(isServed) : asked(version);
    if (form === undefined) return refuse(unknownVersion(version ?? "", versions), { Vary: "A2A-Version" });
    const { text, etag } = document(form);
    const headers = { "Content-Type": "application/json", ETag: etag, ...caching };
    if (matchesEtag(exchange.headers["if-none-match"], etag)) return { status: 304, headers, body: "" };
    return { status: 200, headers, body: exchange.method === "HEAD" ? "" : text };
  };

  function isServed(form: Form): boolean {
    return form.split("+").every((version) => isProtocolVersion(version) && versions.includes(version));
  }

  function asked(version: string): Form | undefined {
    const normal = normalizeVersion(version);
    return versions.find((served) => served === normal);
  }

  function document(form: Form): { text: string; etag: string } {
    let made = documents.get(form);
    if (made === undefined) {
      const text = JSON.stringify(write(form));
      made = { text, etag: etagOf(text) };
      documents.set(form, made);
    }
    return made;
  }

  function write(form: Form): JsonObject {
    if (form === "1.0+0.3") return combineNewer(object("1.0"), object("0.3"));
    const written = form === "0.2+0.1" ? combineOlder(object("0.2"), object("0.1")) : object(form);
    return options.dialect === "cortex-0.1" && form !== "1.0" ? withModeLists(written) : written;
  }

  function object(version: ProtocolVersion): JsonObject {
    return encode(version) as JsonObject; // a card is an object
  }
}

function versionsOf(card: AgentCard): string[] {
  return card.supportedInterfaces.map(({ protocolVersion }) => normalizeVersion(protocolVersion) ?? "");
}

function refuse(error: A2AError, headers: Record<string, string>): Answer {
  const answer = cardErrorAnswer(error);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

function unknownVersion(version: string, served: readonly ProtocolVersion[]): A2AError {
  return new A2AError(
    "VERSION_NOT_SUPPORTED",
    `A2A-Version "${version.slice(0, 32)}" is not served here: use ${served.join(" or ")}`,
    { metadata: { supportedVersions: served.join(",") } },
  );
}

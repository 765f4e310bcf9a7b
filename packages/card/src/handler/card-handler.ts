import { type Answer, type Exchange, readServiceParameters } from "@a2a/bridge";
import { type AgentCard, isProtocolVersion, type JsonValue, normalizeVersion, type ProtocolVersion } from "@a2a/types";
import { encodeCard } from "../discover/decode-card.ts";

/** Answers requests for a card; `undefined` for what is not about the card. */
export type CardHandler = (exchange: Exchange) => Answer | undefined;

/** The places of a card, and the generation served there when the caller names none. */
const PLACES: ReadonlyMap<string, ProtocolVersion> = new Map([
  ["/.well-known/agent-card.json", "1.0"],
  ["/api/a2a/agent-card.json", "1.0"],
  ["/.well-known/agent.json", "0.2"],
]);

/** Serves a card in the generation asked for, by header or by place. */
export function cardHandler(card: AgentCard): CardHandler {
  const texts = new Map<ProtocolVersion, string>();
  return (exchange) => {
    const fallback = PLACES.get(exchange.path);
    if (fallback === undefined) return undefined;
    if (exchange.method !== "GET" && exchange.method !== "HEAD") {
      return { status: 405, headers: { Allow: "GET, HEAD", "Content-Type": "application/json" }, body: NOT_ALLOWED };
    }
    const { version } = readServiceParameters(exchange.headers, exchange.query);
    const asked = version === undefined ? fallback : normalizeVersion(version);
    const served = asked !== undefined && isProtocolVersion(asked) ? asked : fallback;
    let text = texts.get(served);
    if (text === undefined) {
      text = JSON.stringify(encodeCard(card, served) satisfies JsonValue);
      texts.set(served, text);
    }
    const headers = {
      "Content-Type": "application/json",
      Vary: "A2A-Version",
      "Cache-Control": "public, max-age=3600",
    };
    return { status: 200, headers, body: exchange.method === "HEAD" ? "" : text };
  };
}
const NOT_ALLOWED = '{"error":{"code":405,"message":"A card can only be read","status":"UNIMPLEMENTED"}}';

import type { CodecOptions } from "@a2a/bridge";
import { cardCodecs, cardVersion } from "@a2a/bridge/cards";
import type { AgentCard, JsonValue, ProtocolVersion } from "@a2a/types";

/** A card in the model's form, and the generation it came in. */
export interface DecodedCard {
  readonly card: AgentCard;
  readonly version: ProtocolVersion;
}

/** Reads a card of any generation, known by its shape. Throws an `A2AError` with the members that are wrong. */
export function decodeCard(wire: JsonValue, options?: CodecOptions): DecodedCard {
  const version = cardVersion(wire);
  return { card: cardCodecs[version].decode(wire, options), version };
}

/** A card as a generation writes it. */
export function encodeCard(card: AgentCard, version: ProtocolVersion, options?: CodecOptions): JsonValue {
  return cardCodecs[version].encode(card, options);
}

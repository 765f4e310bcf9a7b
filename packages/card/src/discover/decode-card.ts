import type { CodecOptions } from "@a2a/bridge";
import { cardCodecs, cardVersion } from "@a2a/bridge/cards";
import { type AgentCard, isJsonObject, type JsonValue, type ProtocolVersion } from "@a2a/types";

/** A card in the model's form, and the generation it came in. */
export interface DecodedCard {
  readonly card: AgentCard;
  readonly version: ProtocolVersion;
}

/** How a card is read. */
export interface DecodeCardOptions extends CodecOptions {
  /** The generation that was asked for, which decides about cards that could be of 0.2 or of 0.1 by their shape. */
  expected?: ProtocolVersion;
}

/** Reads a card of any generation, known by its shape. Throws an `A2AError` with the members that are wrong. */
export function decodeCard(wire: JsonValue, { expected, ...options }: DecodeCardOptions = {}): DecodedCard {
  const shape = cardVersion(wire);
  const isOpen = shape === "0.2" && isJsonObject(wire) && wire.protocolVersion === undefined;
  const version = isOpen && expected === "0.1" ? expected : shape;
  return { card: cardCodecs[version].decode(wire, options), version };
}

/** A card as a generation writes it. */
export function encodeCard(card: AgentCard, version: ProtocolVersion, options?: CodecOptions): JsonValue {
  return cardCodecs[version].encode(card, options);
}

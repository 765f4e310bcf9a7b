import { type CodecOptions, cardVersion, type VersionCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import type { AgentCard, JsonValue, ProtocolVersion } from "@a2a/types";

/** A card in the model's form, and the generation it came in. */
export interface DecodedCard {
  readonly card: AgentCard;
  readonly version: ProtocolVersion;
}

const codecs: Record<ProtocolVersion, VersionCodec> = { "1.0": v1_0, "0.3": v0_3, "0.2": v0_2, "0.1": v0_1 };

/** Reads a card of any generation, known by its shape. Throws an `A2AError` with the members that are wrong. */
export function decodeCard(wire: JsonValue, options?: CodecOptions): DecodedCard {
  const version = cardVersion(wire);
  return { card: codecs[version].card.decode(wire, options), version };
}

/** A card as a generation writes it. */
export function encodeCard(card: AgentCard, version: ProtocolVersion): JsonValue {
  return codecs[version].card.encode(card);
}

import { type CardReader, detectCard } from "@a2a/bridge/cards";
import { type AgentCard, type JsonValue, LocalError, type ProtocolVersion } from "@a2a/types";
import { adoptSchemas } from "../skills/skill-schemas.ts";

/** A card in the model's form, and the protocol version it came in. */
export interface DecodedCard {
  readonly card: AgentCard;
  readonly version: ProtocolVersion;
}

/** As `decodeCard`, by the codecs that are given, newest first. Those of older versions may be loaded on demand. */
export async function decodeCardWith(readers: readonly CardReader[], wire: JsonValue): Promise<DecodedCard> {
  const reader = detectCard(readers, wire) ?? readers[0];
  if (reader === undefined) throw new LocalError("CONFIG", "name at least one protocol version to read the card in");
  await reader.load?.();
  return { card: adoptSchemas(reader.card.decode(wire), wire), version: reader.version };
}

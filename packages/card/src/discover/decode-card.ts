import type { CodecOptions } from "@a2a/bridge";
import { type CardReader, cardReaders, detectCard } from "@a2a/bridge/cards";
import { type AgentCard, type JsonValue, LocalError, type ProtocolVersion } from "@a2a/types";
import { adoptSchemas } from "../skills/skill-schemas.ts";
import type { DecodedCard } from "./decode-card-with.ts";

/** How a card is read. */
export interface DecodeCardOptions extends CodecOptions {
  /** The protocol version that was asked for, which decides about cards that could be of 0.2 or of 0.1 by their shape. */
  expected?: ProtocolVersion;
}

/** Reads a card of any protocol version, known by its shape. Throws an `A2AError` with the members that are wrong. */
export function decodeCard(wire: JsonValue, { expected, ...options }: DecodeCardOptions = {}): DecodedCard {
  // A document that is not a card of any version is rejected with the error of the newest version.
  const { card, version } = detectCard(cardReaders, wire, expected) ?? (cardReaders[0] as CardReader); // there is at least one
  return { card: adoptSchemas(card.decode(wire, options), wire), version };
}

/** A card as a protocol version writes it. */
export function encodeCard(card: AgentCard, version: ProtocolVersion, options?: CodecOptions): JsonValue {
  const reader = cardReaders.find((candidate) => candidate.version === version);
  if (reader) return reader.card.encode(card, options);
  const supported = cardReaders.map((candidate) => candidate.version).join(", ");
  throw new LocalError("CONFIG", `protocol version "${version}" is not supported: use one of ${supported}`);
}

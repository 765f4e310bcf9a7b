import { type AgentCard, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { toWire } from "../../codec/to-wire.ts";
import type { CardCodec, CodecOptions } from "../../codec/version-codec.ts";
import { reader } from "../../normalize/read.ts";
import { matchCard } from "./match.ts";
import { normalizer } from "./normalize.ts";

const normalize = normalizer(AgentCardSchema);

/** Reads a 1.0 card. */
export const decodeCard = reader(AgentCardSchema, (wire, options) =>
  normalize(options?.strict ? wire : withDefaults(wire), options),
);

/** 1.0 cards. */
export const card: CardCodec = {
  path: "/.well-known/agent-card.json",
  match: matchCard,
  absorbs: "all",
  decode: decodeCard,
  encode: encodeCard,
};

/** Writes a 1.0 card, which is the model's card. */
export function encodeCard(card: AgentCard, options?: CodecOptions): JsonValue {
  const wire = toWire(card) as JsonObject; // a card is an object
  return options?.dialect?.card?.(wire) ?? wire;
}

/** Required members that authors often omit, and the spellings of drafts. */
function withDefaults(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const { supportsExtendedAgentCard, ...card } = wire;
  const capabilities = card.capabilities ?? {};
  const modes = ["text/plain"];
  return {
    ...card,
    defaultInputModes: card.defaultInputModes ?? modes,
    defaultOutputModes: card.defaultOutputModes ?? modes,
    capabilities: isJsonObject(capabilities)
      ? { extendedAgentCard: supportsExtendedAgentCard ?? null, ...capabilities }
      : capabilities,
  };
}

import { type AgentCard, AgentCardSchema, isJsonObject, type JsonValue } from "@a2a/types";
import { reader } from "../../codec/read.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { mender } from "./mend.ts";

const mend = mender(AgentCardSchema);
const read = reader(AgentCardSchema, (wire, options) => mend(fillIn(wire), options));

/** Reads a 1.0 card. */
export function decodeCard(wire: JsonValue, options?: CodecOptions): AgentCard {
  return read(wire, options);
}

/** Writes a 1.0 card, which it is. */
export function encodeCard(card: AgentCard): JsonValue {
  return toWire(card);
}

/** What authors leave out although it is required, and what drafts spelled differently. */
function fillIn(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const { supportsExtendedAgentCard, ...card } = wire;
  const capabilities = isJsonObject(card.capabilities) ? card.capabilities : {};
  return {
    description: "",
    version: "",
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    ...withoutNulls(card),
    capabilities:
      typeof supportsExtendedAgentCard === "boolean"
        ? { extendedAgentCard: supportsExtendedAgentCard, ...capabilities }
        : capabilities,
  };
}

function withoutNulls(card: Record<string, JsonValue>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(card).filter(([, value]) => value !== null));
}

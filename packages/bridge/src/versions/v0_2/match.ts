import { type JsonObject, normalizeVersion } from "@a2a/types";
import type { Match } from "../../codec/version-codec.ts";

/** A card of 0.2 names its version, or has the modes that 0.1 cards may lack and no member that only 0.1 has. */
export function matchCard(card: JsonObject): Match {
  if (typeof card.protocolVersion === "string") {
    return normalizeVersion(card.protocolVersion) === "0.2" ? "certain" : "none";
  }
  const hasModes = card.defaultInputModes != null || card.defaultOutputModes != null;
  const isOldest = card.authentication !== undefined || card["x-a2a-compat"] !== undefined;
  return hasModes && !isOldest ? "certain" : "none";
}

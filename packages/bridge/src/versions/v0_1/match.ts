import { isJsonObject, type JsonObject, normalizeVersion } from "@a2a/types";
import type { Match } from "../../codec/version-codec.ts";

/** Responses of 0.1 have neither `kind` nor a context. */
export function matchAnswer(result: JsonObject): Match {
  const state = isJsonObject(result.status) ? result.status.state : undefined;
  if (typeof state !== "string" || state.startsWith("TASK_STATE_")) return "none";
  return result.kind === undefined && result.contextId === undefined ? "certain" : "none";
}

/** Cards of 0.1 have no protocol version; many look like those of 0.2. */
export function matchCard(card: JsonObject): Match {
  if (typeof card.protocolVersion === "string") {
    return normalizeVersion(card.protocolVersion) === "0.1" ? "certain" : "none";
  }
  const hasModes = card.defaultInputModes != null || card.defaultOutputModes != null;
  const isOldest = card.authentication !== undefined || card["x-a2a-compat"] !== undefined;
  return isOldest || !hasModes ? "certain" : "possible";
}

/** Deliveries of 0.1 name their kind of event; one that does not still has the shape of a response. */
export function matchDelivery(wire: JsonObject): boolean {
  return wire.eventType !== undefined || matchAnswer(wire) === "certain";
}

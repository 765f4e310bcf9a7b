import { isJsonObject, type JsonObject, normalizeVersion } from "@a2a/types";
import type { Match } from "../../codec/version-codec.ts";

/**
 * Responses of 0.2 and 0.3 have a `kind`, or at least a context. Without either they look like 0.1; when 0.2 or 0.3 was requested,
 * a sloppy peer that omits the members is more likely.
 */
export function matchAnswer(result: JsonObject): Match {
  if (typeof result.kind === "string") return "certain";
  const state = isJsonObject(result.status) ? result.status.state : undefined;
  if (typeof state !== "string" || state.startsWith("TASK_STATE_")) return "none";
  return result.contextId === undefined ? "possible" : "certain";
}

/** A card of 0.3 names a version, or members that 0.2 does not have. */
export function matchCard(card: JsonObject): Match {
  if (typeof card.protocolVersion === "string") {
    return OLDER.has(normalizeVersion(card.protocolVersion)) ? "none" : "certain";
  }
  return card.preferredTransport !== undefined || card.additionalInterfaces !== undefined ? "certain" : "none";
}
const OLDER: ReadonlySet<string | undefined> = new Set(["0.2", "0.1"]);

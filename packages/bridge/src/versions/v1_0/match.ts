import { isJsonObject, type JsonObject } from "@a2a/types";
import type { Match } from "../../codec/version-codec.ts";

const EVENTS = ["task", "message", "statusUpdate", "artifactUpdate"];

/** Responses of 1.0 wrap their object in a named member, and spell states in capitals. */
export function matchAnswer(result: JsonObject): Match {
  if (EVENTS.some((member) => isJsonObject(result[member]))) return "certain";
  const state = isJsonObject(result.status) ? result.status.state : undefined;
  return typeof state === "string" && state.startsWith("TASK_STATE_") ? "certain" : "none";
}

/** Only 1.0 lists interfaces, in either spelling of ProtoJSON. */
export function matchCard(card: JsonObject): Match {
  return Array.isArray(card.supportedInterfaces) || Array.isArray(card.supported_interfaces) ? "certain" : "none";
}

import type { JsonObject, JsonValue } from "@a2a/types";

/** A bare event of a `cortex` peer in 1.0 form, and whether it is the last one. */
export function fromBareEvent(frame: JsonObject): { frame: JsonValue; final: boolean } | undefined {
  const { type, final, ...event } = frame;
  if (type === "TaskStatusUpdateEvent") return { frame: { statusUpdate: event }, final: final === true };
  if (type === "TaskArtifactUpdateEvent") return { frame: { artifactUpdate: event }, final: false };
  if (type === "Task") return { frame: { task: event }, final: false };
  if (type === "Message") return { frame: { message: event }, final: true };
  return undefined;
}

import type { JsonObject, JsonValue } from "@a2a/types";

/**
 * A bare event in 1.0 form, and whether it is the last one; `undefined` for any other. `cortex` peers tag it by `type`, as in `TaskStatusUpdateEvent`, and
 * LangGraph by the `kind` of 0.3, as in `status-update`.
 */
export function fromBareEvent(frame: JsonObject): { frame: JsonValue; final: boolean } | undefined {
  const { type, kind = type, final, ...event } = frame;
  if (kind === "TaskStatusUpdateEvent" || kind === "status-update") {
    return { frame: { statusUpdate: event }, final: final === true };
  }
  if (kind === "TaskArtifactUpdateEvent" || kind === "artifact-update") {
    return { frame: { artifactUpdate: event }, final: false };
  }
  if (kind === "Task" || kind === "task") return { frame: { task: event }, final: false };
  if (kind === "Message" || kind === "message") return { frame: { message: event }, final: true };
  return undefined;
}

import { isSettled, type JsonObject, type JsonValue, type StreamResponse } from "@a2a/types";
import { toWire } from "../../codec/to-wire.ts";
import type { StreamEncoder } from "../../codec/version-codec.ts";

/**
 * The dialect `cortex`: the first event in an envelope, the others bare and tagged `type`, `final` on the last status, and a
 * closing `[DONE]`. It is understood when met and written only when named.
 */
export function cortexEncoder(): StreamEncoder {
  const bare = new WeakSet<object>();
  const tag = (type: string, event: object): JsonValue[] => {
    const frame = { type, ...event };
    bare.add(frame);
    return [toWire(frame)];
  };
  return {
    push(event: StreamResponse): JsonValue[] {
      if ("statusUpdate" in event) {
        const final = isSettled(event.statusUpdate.status.state);
        return tag("TaskStatusUpdateEvent", { ...event.statusUpdate, final });
      }
      if ("artifactUpdate" in event) return tag("TaskArtifactUpdateEvent", event.artifactUpdate);
      return [toWire(event)];
    },
    finish: () => [],
    isBare: (frame) => typeof frame === "object" && frame !== null && bare.has(frame),
    closing: "[DONE]",
  };
}

/** A bare event as 1.0 writes it, and whether it is the last one. */
export function fromCortex(frame: JsonObject): { frame: JsonValue; final: boolean } | undefined {
  const { type, final, ...event } = frame;
  if (type === "TaskStatusUpdateEvent") return { frame: { statusUpdate: event }, final: final === true };
  if (type === "TaskArtifactUpdateEvent") return { frame: { artifactUpdate: event }, final: false };
  if (type === "Task") return { frame: { task: event }, final: false };
  if (type === "Message") return { frame: { message: event }, final: true };
  return undefined;
}

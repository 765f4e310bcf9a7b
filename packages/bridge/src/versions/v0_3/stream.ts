import type { JsonValue, StreamResponse, TaskStatus } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { isFinal } from "../../codec/states.ts";
import { withTask } from "../../codec/stream-start.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../codec/version-codec.ts";
import type { Reader } from "../../normalize/read.ts";
import { decodeEvent, encodeEvent, encodeStatusUpdate, type StreamEvent } from "./events.ts";

/** Writes the events of a stream, and ensures that the last status of a task has `final`. */
export function eventEncoderOf(
  write: (event: v0_3.StreamEvent) => JsonValue,
): (options?: CodecOptions) => StreamEncoder {
  return (options) => {
    let task: { taskId: string; contextId: string; status: TaskStatus } | undefined;
    let closed = false;
    return {
      push(event: StreamResponse): JsonValue[] {
        if ("task" in event) {
          const { id, contextId, status } = event.task;
          task = { taskId: id, contextId: contextId || id, status };
        } else if ("statusUpdate" in event) {
          task = event.statusUpdate;
          closed = isFinal(task.status.state);
        } else if ("message" in event) {
          closed = true;
        }
        return [write(encodeEvent(event, options))];
      },
      finish(): JsonValue[] {
        if (closed || task === undefined) return [];
        closed = true;
        const { taskId, contextId, status } = task;
        return [write({ ...encodeStatusUpdate({ taskId, contextId, status }, options), final: true })];
      },
    };
  };
}

/** Reads the events of a stream, with a synthesized task in front unless the stream begins with one. */
export function eventDecoderOf(read: Reader<StreamEvent>): (options?: CodecOptions) => StreamDecoder {
  return (options) => {
    let begun = false;
    let done = false;
    let synthesized = false;
    return {
      push(frame: JsonValue): StreamResponse[] {
        const wire = read(frame, options);
        const event = decodeEvent(wire);
        done ||= wire.kind === "message" || (wire.kind === "status-update" && wire.final === true);
        const first = !begun;
        begun = true;
        synthesized = first && !("task" in event) && !("message" in event);
        return synthesized ? withTask(event) : [event];
      },
      get done() {
        return done;
      },
      get synthesized() {
        return synthesized;
      },
    };
  };
}

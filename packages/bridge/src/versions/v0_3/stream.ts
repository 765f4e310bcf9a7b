import type { JsonValue, StreamResponse, TaskStatus } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import { reader } from "../../codec/read.ts";
import { isFinal } from "../../codec/states.ts";
import { withTask } from "../../codec/stream-start.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../codec/version-codec.ts";
import { decodeEvent, encodeEvent, encodeStatusUpdate } from "./events.ts";
import { menders } from "./mend.ts";

/** Writes events tagged with `kind`, and sees to it that the last status of a task stream says `final`. */
export function eventEncoder(): StreamEncoder {
  let task: { taskId: string; contextId: string; status: TaskStatus } | undefined;
  let closed = false;
  return {
    push(event: StreamResponse): JsonValue[] {
      if ("task" in event) {
        const { id, contextId = id, status } = event.task;
        task = { taskId: id, contextId, status };
      } else if ("statusUpdate" in event) {
        task = event.statusUpdate;
        closed = isFinal(task.status.state);
      } else if ("message" in event) {
        closed = true;
      }
      return [toWire(encodeEvent(event))];
    },
    finish(): JsonValue[] {
      if (closed || task === undefined) return [];
      closed = true;
      const { taskId, contextId, status } = task;
      return [toWire({ ...encodeStatusUpdate({ taskId, contextId, status }), final: true })];
    },
  };
}

/** Reads tagged events. A stream that does not begin with its task is given one. */
export function eventDecoder(options?: CodecOptions): StreamDecoder {
  const read = reader(v0_3.StreamEventSchema, menders(options).event);
  let begun = false;
  let done = false;
  return {
    push(frame: JsonValue): StreamResponse[] {
      const wire = read(frame, options);
      const event = decodeEvent(wire);
      done ||= wire.kind === "message" || (wire.kind === "status-update" && wire.final);
      const first = !begun;
      begun = true;
      return first ? withTask(event) : [event];
    },
    get done() {
      return done;
    },
  };
}

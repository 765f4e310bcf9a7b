import type { JsonValue, StreamResponse, TaskStatus } from "@a2a/types";
import type * as z from "zod";
import { isFinal } from "../../codec/states.ts";
import { withTask } from "../../codec/stream-start.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../codec/version-codec.ts";
import { decodeEvent, encodeEvent, encodeStatusUpdate, type StreamEvent } from "./events.ts";
import { lenientReader } from "./mend.ts";

/** Writes events tagged with `kind`, and sees to it that the last status of a task stream says `final`. */
export function eventEncoder(options?: CodecOptions): StreamEncoder {
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
      return [toWire(encodeEvent(event, options))];
    },
    finish(): JsonValue[] {
      if (closed || task === undefined) return [];
      closed = true;
      const { taskId, contextId, status } = task;
      return [toWire({ ...encodeStatusUpdate({ taskId, contextId, status }, options), final: true })];
    },
  };
}

/** Reads tagged events by their schema. A stream that does not begin with its task is given one. */
export function eventDecoderOf(schema: z.ZodType<StreamEvent>): (options?: CodecOptions) => StreamDecoder {
  const read = lenientReader(schema, ({ event }) => event);
  return (options) => {
    let begun = false;
    let done = false;
    return {
      push(frame: JsonValue): StreamResponse[] {
        const wire = read(frame, options);
        const event = decodeEvent(wire);
        done ||= wire.kind === "message" || (wire.kind === "status-update" && wire.final === true);
        const first = !begun;
        begun = true;
        return first ? withTask(event) : [event];
      },
      get done() {
        return done;
      },
    };
  };
}

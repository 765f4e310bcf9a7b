import { isJsonObject, type JsonValue, type StreamResponse } from "@a2a/types";
import { StreamResponseSchema } from "@a2a/types/schemas";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../codec/version-codec.ts";
import { reader } from "../../normalize/read.ts";
import { fromBareEvent } from "./bare-events.ts";
import { normalizer } from "./normalize.ts";

/** Reads one 1.0 event. */
export const decodeEvent = reader(StreamResponseSchema, normalizer(StreamResponseSchema));

/** 1.0 events are the model's events. */
export function eventEncoder(options?: CodecOptions): StreamEncoder {
  return options?.dialect?.eventEncoder?.() ?? plain;
}

const plain: StreamEncoder = { verbatim: true, push: (event) => [toWire(event)], finish: () => [] };

/** Reads 1.0 events, and unless strict bare ones with a tag. */
export function eventDecoder(options: CodecOptions = {}): StreamDecoder {
  let { contextId } = options;
  let done = false;
  return {
    push(frame: JsonValue): StreamResponse[] {
      const bare = isJsonObject(frame) && !options.strict ? fromBareEvent(frame) : undefined;
      const event = decodeEvent(bare?.frame ?? frame, contextId === undefined ? options : { ...options, contextId });
      if ("task" in event) contextId ??= event.task.contextId;
      // A task may follow its final status, so only a message marks the end.
      done ||= "message" in event || bare?.final === true;
      return [event];
    },
    get done() {
      return done;
    },
  };
}

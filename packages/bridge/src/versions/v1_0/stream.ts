import {
  isJsonObject,
  isTerminal,
  type JsonObject,
  type JsonValue,
  type StreamResponse,
  StreamResponseSchema,
} from "@a2a/types";
import { reader } from "../../codec/read.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../codec/version-codec.ts";
import { cortexEncoder, fromCortex } from "./dialects.ts";
import { mender } from "./mend.ts";

const read = reader(StreamResponseSchema, mender(StreamResponseSchema));

/** 1.0 events are the model's events. */
export function eventEncoder(options?: CodecOptions): StreamEncoder {
  return options?.dialect === "cortex" ? cortexEncoder() : plain;
}

const plain: StreamEncoder = { verbatim: true, push: (event) => [toWire(event)], finish: () => [] };

/** Reads 1.0 events, and the bare ones of the dialect `cortex` unless reading is strict. */
export function eventDecoder(options?: CodecOptions): StreamDecoder {
  let contextId = options?.contextId;
  let done = false;
  return {
    push(frame: JsonValue): StreamResponse[] {
      const bare =
        !options?.strict && isJsonObject(frame) && typeof frame.type === "string" ? fromCortex(frame) : undefined;
      if (bare?.final) done = true;
      const event = read(withContext(bare?.frame ?? frame, contextId, options), options);
      if ("task" in event) contextId ??= event.task.contextId;
      if ("message" in event) done = true;
      if ("statusUpdate" in event && isTerminal(event.statusUpdate.status.state)) done = true;
      return [event];
    },
    get done() {
      return done;
    },
  };
}

/** Events without a context id belong to the context the stream began with. */
function withContext(frame: JsonValue, contextId: string | undefined, options: CodecOptions | undefined): JsonValue {
  if (options?.strict || contextId === undefined || !isJsonObject(frame)) return frame;
  for (const member of ["statusUpdate", "artifactUpdate"]) {
    const update = frame[member];
    if (isJsonObject(update) && !update.contextId && !update.context_id) {
      return { [member]: { ...update, contextId } satisfies JsonObject };
    }
  }
  return frame;
}

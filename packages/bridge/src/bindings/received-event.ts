import type { JsonValue, StreamResponse } from "@a2a/types";
import type { StreamDecoder, VersionCodec } from "../codec/version-codec.ts";
import { readPeer } from "./peer-error.ts";

/** An event read from a stream, and the number to resume after it. */
export interface ReceivedEvent {
  readonly event: StreamResponse;
  readonly id?: string;
  /** The peer sent no task: this one was made up from the event that follows. */
  readonly led?: boolean;
}

/** The events of one frame; only the last carries the number, so that resuming skips none. */
export function* received(
  frame: JsonValue,
  id: string | undefined,
  decoder: StreamDecoder,
  codec: VersionCodec,
): Generator<ReceivedEvent, void, void> {
  const events = readPeer(codec.version, () => decoder.push(frame));
  for (const [index, event] of events.entries()) {
    if (id === undefined) yield index === 0 && decoder.led ? { event, led: true } : { event };
    else yield index === events.length - 1 ? { event, id } : { event };
  }
}

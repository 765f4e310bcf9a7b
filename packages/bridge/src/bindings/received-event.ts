import type { JsonValue, StreamResponse } from "@a2a/types";
import type { StreamDecoder, VersionCodec } from "../codec/version-codec.ts";
import { readPeer } from "./peer-error.ts";

/** An event read from a stream, and the number to resume after it. */
export interface ReceivedEvent {
  readonly event: StreamResponse;
  readonly id?: string;
  /** The peer sent no snapshot: this task was made up from the event that follows. See `StreamDecoder` for `unnumbered`. */
  readonly led?: boolean | "unnumbered";
  /** The peer notifies of events by requests, instead of answering by a stream: events before the first one may be missing. */
  readonly notice?: true;
  /** The peer answered without a stream: no event follows, whether the task has ended or not. */
  readonly whole?: true;
}

/** The events of one frame; only the last carries the number, so that resuming skips none. */
export function* received(
  frame: JsonValue,
  id: string | undefined,
  decoder: StreamDecoder,
  codec: VersionCodec,
): Generator<ReceivedEvent, void, void> {
  const events = readPeer(codec.version, () => decoder.push(frame));
  const led = decoder.led === "unnumbered" && id !== undefined ? false : decoder.led;
  for (const [index, event] of events.entries()) {
    const isLast = index === events.length - 1;
    yield { event, ...(led && index === 0 && { led }), ...(isLast && id !== undefined && { id }) };
  }
}

import type { JsonValue, StreamResponse } from "@a2a/types";
import type { StreamDecoder, VersionCodec } from "../codec/version-codec.ts";
import { peerFault } from "./peer-error.ts";

/** An event read from a stream, and the number to resume after it. */
export interface ReceivedEvent {
  readonly event: StreamResponse;
  /** The number of the event in the log of its task, if the peer gives one. */
  readonly id?: string;
  /** The peer sent no snapshot: this task was made up from the event that follows. See `StreamDecoder` for `unnumbered`. */
  readonly synthesized?: boolean | "unnumbered";
  /** The peer notifies of events by requests, instead of answering by a stream: events before the first one may be missing. */
  readonly byRequest?: true;
  /** The peer answered without a stream: no event follows, whether the task has ended or not. */
  readonly unstreamed?: true;
}

/** Adds the events of one frame; only the last carries the number, so that resuming skips none. */
export function addReceived(
  frame: JsonValue,
  { id, byRequest }: Pick<ReceivedEvent, "id" | "byRequest">,
  decoder: StreamDecoder,
  codec: VersionCodec,
  out: ReceivedEvent[],
): void {
  let events: StreamResponse[];
  try {
    events = decoder.push(frame);
  } catch (error) {
    throw peerFault(codec.version, error);
  }
  const synthesized = decoder.synthesized === "unnumbered" && id !== undefined ? false : decoder.synthesized;
  for (let index = 0; index < events.length; index++) {
    out.push({
      event: events[index] as StreamResponse, // below its length an array has no holes
      ...(synthesized && index === 0 && { synthesized }),
      ...(index === events.length - 1 && id !== undefined && { id }),
      ...(byRequest && { byRequest }),
    });
  }
}

import { LocalError } from "@a2a/types";
import { createParser } from "eventsource-parser";

/** One event of an event stream. */
export interface ServerSentEvent {
  /** The data lines, joined by line feeds. */
  data: string;
  /** The last id seen so far; where to resume. */
  id?: string;
  /** The name of the event, where it has one. */
  event?: string;
}

/** Bounds on an event stream. */
export interface SseLimits {
  /** The longest event, in characters. Default 16 Mi. */
  maxEventLength?: number;
}

/** What a reader may want to know beside the events. */
export interface SseListener {
  /** A comment came, as servers send to keep a connection alive. */
  onComment?(): void;
  /** The server told how long to wait before connecting again. */
  onRetry?(retryMs: number): void;
}

/** The media type of event streams. */
export const EVENT_STREAM = "text/event-stream";

/**
 * Reads an event stream from bytes that are cut anywhere. An event that is not closed by a blank line counts if the stream ended
 * properly, since some servers close at once. A line or event beyond the limit ends in a `LocalError`.
 */
export async function* decodeSse(
  chunks: AsyncIterable<Uint8Array | string>,
  { maxEventLength = 16 * 1024 * 1024 }: SseLimits = {},
  listener: SseListener = {},
): AsyncGenerator<ServerSentEvent, void, void> {
  const ready: ServerSentEvent[] = [];
  let pending = 0; // characters since the last event, comment or blank line
  let lastId: string | undefined;
  const parser = createParser({
    onEvent(event) {
      if (event.id !== undefined) lastId = event.id;
      ready.push({
        data: event.data,
        ...(lastId !== undefined && { id: lastId }),
        ...(event.event !== undefined && { event: event.event }),
      });
    },
    onComment: () => {
      pending = 0;
      listener.onComment?.();
    },
    onRetry: (retryMs) => listener.onRetry?.(retryMs),
  });
  const decoder = new TextDecoder();
  const feed = (text: string) => {
    pending += text.length;
    parser.feed(text);
    if (ready.length > 0) pending = 0;
    if (pending > maxEventLength || ready.some((event) => event.data.length > maxEventLength)) {
      throw new LocalError("LIMIT", `the peer sent an event of more than ${maxEventLength} characters`);
    }
  };
  for await (const chunk of chunks) {
    feed(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
  }
  feed(`${decoder.decode()}\n\n`);
  yield* ready.splice(0);
}

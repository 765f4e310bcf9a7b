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
 * Reads an event stream from bytes that are cut anywhere. An event that is not closed by a blank line counts if it holds JSON,
 * since some servers close at once; otherwise it was cut off. A line or event beyond the limit ends in a `LocalError`.
 */
export async function* decodeSse(
  chunks: AsyncIterable<Uint8Array | string>,
  { maxEventLength = 16 * 1024 * 1024 }: SseLimits = {},
  listener: SseListener = {},
): AsyncGenerator<ServerSentEvent, void, void> {
  const ready: ServerSentEvent[] = [];
  let lastId: string | undefined;
  const tooLong = () => {
    throw new LocalError("LIMIT", `the peer sent an event of more than ${maxEventLength} characters`);
  };
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onId: (id) => {
      lastId = id;
    },
    onEvent({ data, event }) {
      if (data.length > maxEventLength) tooLong();
      ready.push({ data, ...(lastId !== undefined && { id: lastId }), ...(event !== undefined && { event }) });
    },
    onComment: () => listener.onComment?.(),
    onRetry: (retryMs) => listener.onRetry?.(retryMs),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") tooLong();
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
  }
  parser.feed(decoder.decode());
  yield* ready.splice(0);
  parser.feed("\n\n");
  yield* ready.filter(({ data }) => isJson(data));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

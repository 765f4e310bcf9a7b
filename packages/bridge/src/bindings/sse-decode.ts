import { LocalError } from "@a2a/types";
import { type Expand, flatMap } from "../streams/flat-map.ts";
import { mediaType } from "./media-type.ts";

/** One event of an event stream. */
export interface ServerSentEvent {
  /** The data lines, joined by line feeds. */
  data: string;
  /** The last id seen so far; where to resume. */
  id?: string;
  /** The name of the event, if it has one. */
  event?: string;
}

/** Limits of an event stream. */
export interface SseLimits {
  /** The longest event, in characters. Default 16 Mi. */
  maxEventLength?: number;
}

/** Callbacks beside the events. */
export interface SseListener {
  /** A comment, which servers send to keep a connection alive. */
  onComment?(): void;
  /** The server's reconnection delay. */
  onRetry?(retryMs: number): void;
}

/** The media type of event streams. */
export const EVENT_STREAM = "text/event-stream";

/** Whether a `Content-Type` denotes an event stream. */
export function isEventStream(header: string | undefined): boolean {
  return header === EVENT_STREAM || mediaType(header) === EVENT_STREAM;
}

/** Whether a `Content-Type` denotes a stream with one JSON text per line. */
export function isNdjson(header: string | undefined): boolean {
  return NDJSON.has(mediaType(header));
}
const NDJSON: ReadonlySet<string> = new Set(["application/x-ndjson", "application/ndjson", "application/jsonl"]);

/**
 * Reads an event stream from chunks that are split anywhere. A last event without its blank line counts if it contains complete
 * JSON, since some servers close early; otherwise it was truncated. A line or event beyond the limit throws a `LocalError`.
 */
export function decodeSse(
  chunks: AsyncIterable<Uint8Array | string>,
  limits?: SseLimits,
  listener?: SseListener,
): AsyncIterableIterator<ServerSentEvent, undefined> {
  const { read, atEnd } = sseReader(limits, listener);
  return flatMap(chunks, read, { atEnd });
}

/** Reads an event stream, one chunk after the other. */
export interface SseReader {
  readonly read: Expand<Uint8Array | string, ServerSentEvent>;
  /** Adds the last event, if it is complete. */
  atEnd(out: ServerSentEvent[]): void;
}

/** A reader of one event stream, as of `decodeSse`. */
export function sseReader(limits?: SseLimits, listener: SseListener = {}): SseReader {
  return createReader((events) => sseLines(events, listener), limits);
}

/** A reader of a stream with one JSON text per line (NDJSON), which some gateways write instead of an event stream. */
export function ndjsonReader(limits?: SseLimits): SseReader {
  return createReader((events) => ({ take: (data) => void (data === "" || events.push({ data })), length: 0 }), limits);
}

function createReader(
  parserOf: (events: ServerSentEvent[]) => LineParser,
  { maxEventLength = 16 * 1024 * 1024 }: SseLimits = {},
): SseReader {
  const lines = createLineDecoder(maxEventLength);
  const events: ServerSentEvent[] = [];
  const read = createLineReader(parserOf(events));
  let isFirst = true;
  return {
    read(chunk, out) {
      let text = typeof chunk === "string" ? chunk : lines.decode(chunk);
      if (text === "") return true;
      if (isFirst && text.startsWith("\ufeff")) text = text.slice(1);
      isFirst = false;
      const fits = read(text, maxEventLength);
      for (const event of events.splice(0)) out.push(event);
      if (fits) return true;
      throw new LocalError("LIMIT", `the peer sent an event of more than ${maxEventLength} characters`);
    },
    atEnd(out) {
      read(`${lines.end()}\n\n`, Number.POSITIVE_INFINITY);
      for (const event of events.splice(0)) if (isJson(event.data)) out.push(event);
    },
  };
}

/**
 * Decodes bytes when a line ends in them, so that a long line becomes text once: text that grew chunk by chunk would be copied as a
 * whole to be parsed. At most `maxBytes` wait for the end of their line.
 */
function createLineDecoder(maxBytes: number) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // strings may begin with a BOM as well, so the reader drops it
  let waiting: Uint8Array[] = [];
  let length = 0;

  function add(chunk: Uint8Array): void {
    waiting.push(chunk);
    length += chunk.length;
  }

  function take(): string {
    const [first, second] = waiting;
    if (first && !second) {
      waiting = [];
      length = 0;
      return decoder.decode(first, { stream: true });
    }
    const whole = new Uint8Array(length);
    for (const chunk of waiting.reverse()) {
      length -= chunk.length;
      whole.set(chunk, length);
    }
    waiting = [];
    const text = decoder.decode(whole, { stream: true });
    whole.buffer.transfer?.(0); // frees it now, not whenever garbage is collected
    return text;
  }

  return {
    decode(chunk: Uint8Array): string {
      const end = Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13)) + 1;
      add(end > 0 ? chunk.subarray(0, end) : chunk);
      if (end === 0 && length <= maxBytes) return "";
      const text = take();
      if (end > 0 && end < chunk.length) add(chunk.subarray(end));
      return text;
    },
    /** The text that has waited in vain for the end of its line. */
    end: () => take() + decoder.decode(),
  };
}

/** Makes events of lines. */
interface LineParser {
  /** Reads a complete line, without its end. */
  take(line: string): void;
  /** The length of the event that is not complete yet. */
  readonly length: number;
}

/** Parses the lines of an event stream as in the HTML standard (9.2.6). Complete events are added to `events`. */
function sseLines(events: ServerSentEvent[], listener: SseListener): LineParser {
  let length = 0;
  let data: string | undefined;
  let event = "";
  let id: string | undefined;

  function take(line: string): void {
    const colon = line.indexOf(":");
    if (line === "") dispatch();
    else if (colon === 0) listener.onComment?.();
    else if (colon < 0) set(line, "");
    else set(line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1));
  }

  function set(field: string, value: string): void {
    length += field.length + value.length;
    if (field === "data") data = data === undefined ? value : `${data}\n${value}`;
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) listener.onRetry?.(Number(value));
  }

  function dispatch(): void {
    if (data !== undefined) {
      const complete: ServerSentEvent = { data };
      if (id !== undefined) complete.id = id;
      if (event !== "") complete.event = event;
      events.push(complete);
    }
    data = undefined;
    event = "";
    length = 0;
  }

  return {
    take,
    get length() {
      return length;
    },
  };
}

/** Splits text into lines for a parser. Returns false when an event exceeds the limit; nothing more is read then. */
function createLineReader(parser: LineParser): (text: string, maxLength: number) => boolean {
  let unfinished = "";
  let endedInReturn = false;
  return (text, maxLength) => {
    // The line feed after a carriage return may come in the next chunk; the two end one line.
    const rest = endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    endedInReturn = text.endsWith("\r");
    const lines = rest.split(rest.includes("\r") ? /\r\n?|\n/ : "\n");
    for (let index = 0; index < lines.length; index++) {
      // Only complete lines are parsed, so that a line in many chunks is joined once.
      if (index > 0) {
        parser.take(unfinished);
        unfinished = "";
      }
      unfinished += lines[index];
      if (parser.length + unfinished.length > maxLength) return false;
    }
    return true;
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

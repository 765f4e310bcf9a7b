import { LocalError } from "@a2a/types";

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
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // texts may begin with a mark as well, so it is dropped below
  const lines = new EventLines(listener);
  let isFirst = true;
  for await (const chunk of chunks) {
    let text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    if (isFirst && text.startsWith("\ufeff")) text = text.slice(1);
    isFirst = false;
    const fits = lines.read(text, maxEventLength);
    for (const event of lines.events.splice(0)) yield event;
    if (!fits) throw new LocalError("LIMIT", `the peer sent an event of more than ${maxEventLength} characters`);
  }
  lines.read(`${decoder.decode()}\n\n`, Number.POSITIVE_INFINITY);
  for (const event of lines.events) if (isJson(event.data)) yield event;
}

/** The lines of an event stream, as the HTML standard interprets them (9.2.6). */
class EventLines {
  readonly events: ServerSentEvent[] = [];
  readonly #listener: SseListener;
  #unfinished = "";
  #endedInReturn = false;
  #length = 0;
  #data: string | undefined;
  #name = "";
  #id: string | undefined;

  constructor(listener: SseListener) {
    this.#listener = listener;
  }

  /** Reads on; what is complete is added to `events`. False when an event is longer than it may be: then nothing more is read. */
  read(text: string, maxLength: number): boolean {
    // The line feed after a carriage return may come in the next chunk; the two end one line.
    const rest = this.#endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#endedInReturn = text.endsWith("\r");
    const lines = rest.split(rest.includes("\r") ? /\r\n?|\n/ : "\n");
    const last = lines.length - 1;
    for (let index = 0; index <= last; index++) {
      // Only a line that is complete is looked into, so that one in many pieces is put together once.
      this.#unfinished += lines[index];
      if (this.#length + this.#unfinished.length > maxLength) return false;
      if (index === last) break;
      this.#take(this.#unfinished);
      this.#unfinished = "";
    }
    return true;
  }

  #take(line: string): void {
    const colon = line.indexOf(":");
    if (line === "") this.#dispatch();
    else if (colon === 0) this.#listener.onComment?.();
    else if (colon < 0) this.#set(line, "");
    else this.#set(line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1));
  }

  #set(field: string, value: string): void {
    this.#length += field.length + value.length;
    switch (field) {
      case "data":
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
        break;
      case "event":
        this.#name = value;
        break;
      case "id":
        if (!value.includes("\0")) this.#id = value;
        break;
      case "retry":
        if (/^\d+$/.test(value)) this.#listener.onRetry?.(Number(value));
        break;
    }
  }

  #dispatch(): void {
    const [data, name, id] = [this.#data, this.#name, this.#id];
    if (data !== undefined)
      this.events.push({ data, ...(id !== undefined && { id }), ...(name !== "" && { event: name }) });
    this.#length = 0;
    this.#data = undefined;
    this.#name = "";
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import type { LogEvent } from "@a2a/types";
import type { LogEntry } from "../port/stored-task.ts";
import type { EventFrame } from "./event-text.ts";

/** A log entry as text; the event is parsed on first access, once for all readers. */
export class TextEntry implements LogEntry {
  readonly seq: number;
  readonly generation: number;
  readonly json: string;
  readonly answered: number | undefined;
  readonly isShown: boolean;
  /** For chunks: the text shared with neighboring entries, and the entry's own text. */
  readonly frame: EventFrame | undefined;
  readonly own: string;
  #event: LogEvent | undefined;

  constructor(
    seq: number,
    generation: number,
    json: string,
    answered?: number,
    isShown = !isReceived(json),
    frame?: EventFrame,
    own = "",
  ) {
    this.seq = seq;
    this.generation = generation;
    this.json = json;
    this.answered = answered;
    this.isShown = isShown;
    this.frame = frame;
    this.own = own;
  }

  get event(): LogEvent {
    // The text was serialized from a LogEvent.
    this.#event ??= JSON.parse(this.json) as LogEvent;
    return this.#event;
  }
}

/** Whether the JSON of a log entry is a user message. */
export function isReceived(json: string): boolean {
  return json.startsWith('{"received"');
}

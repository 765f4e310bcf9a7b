import type { LogEvent } from "@a2a/types";
import type { LogEntry } from "../port/stored-task.ts";
import type { Around } from "./event-text.ts";

/** A log entry that is text until somebody wants the event, and then parses it once for all readers. */
export class TextEntry implements LogEntry {
  readonly seq: number;
  readonly generation: number;
  readonly json: string;
  readonly answered: number | undefined;
  readonly isShown: boolean;
  /** Where its JSON is like that of its neighbours: what they share, and what is its own. */
  readonly around: Around | undefined;
  readonly own: string;
  #event: LogEvent | undefined;

  constructor(
    seq: number,
    generation: number,
    json: string,
    answered?: number,
    isShown = !isReceived(json),
    around?: Around,
    own = "",
  ) {
    this.seq = seq;
    this.generation = generation;
    this.json = json;
    this.answered = answered;
    this.isShown = isShown;
    this.around = around;
    this.own = own;
  }

  get event(): LogEvent {
    // What is in the log was serialised from a LogEvent.
    this.#event ??= JSON.parse(this.json) as LogEvent;
    return this.#event;
  }
}

/** Whether the JSON of a log entry is a message of the user. */
export function isReceived(json: string): boolean {
  return json.startsWith('{"received"');
}

import type { LogEvent } from "@a2a/types";
import type { LogEntry } from "./stored-task.ts";

/** A log entry that is text until somebody wants the event, and then parses it once for all readers. */
export class TextEntry implements LogEntry {
  readonly seq: number;
  readonly json: string;
  readonly answered: number | undefined;
  readonly isShown: boolean;
  #event: LogEvent | undefined;

  constructor(seq: number, json: string, answered?: number, isShown: boolean = !json.startsWith(RECEIVED)) {
    this.seq = seq;
    this.json = json;
    this.answered = answered;
    this.isShown = isShown;
  }

  get event(): LogEvent {
    // What is in the log was serialised from a LogEvent.
    this.#event ??= JSON.parse(this.json) as LogEvent;
    return this.#event;
  }
}

/** How a message of the user begins in the log. */
const RECEIVED = '{"received"';

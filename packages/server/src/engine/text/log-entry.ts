import type { LogEvent } from "@a2a/types";
import type { LogEntry } from "../port/stored-task.ts";
import type { EventFrame } from "./event-frame.ts";

/** A log entry as text, which is joined and parsed on first access, once for all readers. */
export class TextEntry implements LogEntry {
  readonly seq: number;
  readonly generation: number;
  readonly answered: number | undefined;
  readonly isShown: boolean;
  /** How many characters `json` has, known without joining it. */
  readonly size: number;
  /** For chunks: the text shared with neighboring entries. */
  readonly frame: EventFrame | undefined;
  /** The pieces of `json`; for chunks, of the text between the frame. */
  readonly pieces: readonly string[];
  #json: string | undefined;
  #event: LogEvent | undefined;

  constructor(
    seq: number,
    generation: number,
    text: string | readonly string[],
    answered?: number,
    isShown = !isReceived(text),
    frame?: EventFrame,
  ) {
    this.seq = seq;
    this.generation = generation;
    this.answered = answered;
    this.isShown = isShown;
    this.frame = frame;
    this.pieces = typeof text === "string" ? [text] : text;
    let size = frame ? frame.front.length + frame.back.length : 0;
    for (const piece of this.pieces) size += piece.length;
    this.size = size;
  }

  get json(): string {
    this.#json ??= this.frame ? `${this.frame.front}${this.own}${this.frame.back}` : this.own;
    return this.#json;
  }

  /** The pieces, joined. */
  get own(): string {
    return joined(this.pieces);
  }

  get event(): LogEvent {
    // The text was serialized from a LogEvent.
    this.#event ??= this.frame ? this.frame.event(this.own) : (JSON.parse(this.json) as LogEvent);
    return this.#event;
  }
}

/** How many characters entries have together. */
export function sizeOfEntries(entries: readonly TextEntry[]): number {
  let sum = 0;
  for (const { size } of entries) sum += size;
  return sum;
}

/** Whether the text of a log entry is a user message. */
export function isReceived(text: string | readonly string[]): boolean {
  return (typeof text === "string" ? text : text[0])?.startsWith('{"received"') ?? false;
}

function joined(pieces: readonly string[]): string {
  let text = "";
  for (const piece of pieces) text += piece;
  return text;
}

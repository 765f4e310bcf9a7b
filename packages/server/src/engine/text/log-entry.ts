import type { LogEvent } from "@a2a/types";
import type { LogEntry } from "../port/stored-task.ts";
import type { EventFrame } from "./event-frame.ts";
import type { EventPieces } from "./event-text.ts";

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
  readonly #text: EventPieces;
  #json: string | undefined;
  #event: LogEvent | undefined;

  constructor(
    seq: number,
    generation: number,
    text: EventPieces,
    answered?: number,
    isShown = !isReceived(text),
    frame?: EventFrame,
  ) {
    this.seq = seq;
    this.generation = generation;
    this.answered = answered;
    this.isShown = isShown;
    this.frame = frame;
    this.#text = text;
    this.size = lengthOf(text) + (frame ? frame.front.length + frame.back.length : 0);
  }

  get json(): string {
    // Not kept for chunks, which most often have one reader: a running task would hold twice as much text.
    if (this.frame) return `${this.frame.front}${this.own}${this.frame.back}`;
    this.#json ??= this.own;
    return this.#json;
  }

  /** The pieces of `json`; for chunks, of the text between the frame. */
  get pieces(): readonly string[] {
    return typeof this.#text === "string" ? [this.#text] : this.#text;
  }

  /** The pieces, joined. */
  get own(): string {
    return typeof this.#text === "string" ? this.#text : joined(this.#text);
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
export function isReceived(text: EventPieces): boolean {
  return (typeof text === "string" ? text : text[0])?.startsWith('{"received"') ?? false;
}

function lengthOf(text: EventPieces): number {
  if (typeof text === "string") return text.length;
  let length = 0;
  for (const piece of text) length += piece.length;
  return length;
}

function joined(pieces: readonly string[]): string {
  let text = "";
  for (const piece of pieces) text += piece;
  return text;
}

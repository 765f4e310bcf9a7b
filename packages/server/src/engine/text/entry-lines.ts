import type { EventFrame } from "./event-frame.ts";
import { isReceived, TextEntry } from "./log-entry.ts";

/** The place of a log before its first line. */
export interface BeforeLines {
  readonly seq: number;
  readonly generation: number;
}

/** How lines are written. */
export interface WriteOptions {
  /** The text of entries other than chunks. Default: their JSON. */
  readonly shorten?: (entry: TextEntry) => string;
  /** The text that chunks in the lines before these ones share. */
  readonly frame?: EventFrame | undefined;
}

/** How lines are read. */
export interface ReadOptions {
  /** Undoes `shorten`. */
  readonly expand?: (line: string) => string;
  /** The text that chunks share; kept up to date, for the lines after these ones. */
  readonly frame?: { front: string; back: string };
}

/**
 * One line per log entry, prefixed with its `answered` number. The text that consecutive chunks share precedes the first of them
 * only. JSON serialized without whitespace contains neither tabs nor line breaks.
 */
export function toLines(entries: readonly TextEntry[], { shorten = jsonOf, frame: known }: WriteOptions = {}): string {
  const lines: string[] = [];
  let shared = known;
  for (const entry of entries) {
    const { frame } = entry;
    if (frame === undefined) {
      lines.push(`${entry.answered ?? ""}${shorten(entry)}`);
    } else {
      lines.push(frame === shared ? `\t${entry.own}` : `\t${frame.front}\t${frame.back}\t${entry.own}`);
      shared = frame;
    }
  }
  return lines.join("\n"); // one flat string, which takes less memory than one that was added up
}

/** The entries of such lines. */
export function fromLines(lines: string, before: BeforeLines, { expand = same, frame }: ReadOptions = {}): TextEntry[] {
  const shared = frame ?? { front: "", back: "" };
  let { seq, generation } = before;
  return lines.split("\n").map((line) => {
    seq += 1;
    if (line.startsWith("\t")) {
      const pieces = line.split("\t");
      if (pieces.length > 2) [, shared.front = "", shared.back = ""] = pieces;
      generation += 1;
      return new TextEntry(seq, generation, `${shared.front}${pieces.at(-1)}${shared.back}`);
    }
    const start = line.indexOf("{");
    const json = expand(line.slice(start));
    if (!isReceived(json)) generation += 1;
    return new TextEntry(seq, generation, json, start === 0 ? undefined : Number(line.slice(0, start)));
  });
}

/** The place before the first of some entries. */
export function before([first]: readonly TextEntry[]): BeforeLines {
  if (!first) return { seq: 0, generation: 0 };
  return { seq: first.seq - 1, generation: first.generation - (first.isShown ? 1 : 0) };
}

function same(text: string): string {
  return text;
}

function jsonOf({ json }: TextEntry): string {
  return json;
}

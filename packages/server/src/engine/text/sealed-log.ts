import type { Around } from "./event-text.ts";
import { TextEntry } from "./log-entry.ts";

/** How many entries are put into one text, and how long it may become: a reader takes all of it apart. */
const PAGE = 64;
const MAX_SIZE = 65_536;

/** The log of a task that is over, as pages of so many entries each; mostly it is one. */
export type SealedLog = string | { readonly pages: readonly Page[] };

/**
 * A line for each event, with the number up to which it answers before it; or the entries, where they are too large for that. What
 * chunks have in common is written before the first of them only. Neither tabs nor line breaks occur in JSON that was serialised
 * without spaces.
 */
type Page = string | readonly TextEntry[];

/** Puts a log into as few texts as can be. */
export function sealLog(entries: readonly TextEntry[]): SealedLog {
  const pages: Page[] = [];
  for (let start = 0; start < entries.length; start += PAGE) {
    pages.push(sealPage(entries.length <= PAGE ? entries : entries.slice(start, start + PAGE)));
  }
  const [only] = pages;
  return typeof only === "string" && pages.length === 1 ? only : { pages };
}

function sealPage(entries: readonly TextEntry[]): Page {
  let size = 0;
  let shared: Around | undefined;
  const lines: string[] = [];
  for (const { answered, json, around, own } of entries) {
    if (around === undefined) {
      lines.push(answered === undefined ? json : `${answered}${json}`);
      size += json.length;
    } else {
      lines.push(around === shared ? `\t${own}` : `\t${around.front}\t${around.back}\t${own}`);
      size += own.length;
      shared = around;
    }
  }
  return size > MAX_SIZE ? [...entries] : lines.join("\n");
}

/** So many entries of a sealed log. */
export function openLog(log: SealedLog, after: number, limit: number): TextEntry[] {
  const pages = typeof log === "string" ? [log] : log.pages;
  const first = Math.floor(after / PAGE);
  const end = Math.ceil((after + limit) / PAGE);
  const entries = pages.slice(first, end).flatMap((page, index) => openPage(page, (first + index) * PAGE));
  const skipped = after - first * PAGE;
  return entries.slice(skipped, skipped + limit);
}

function openPage(page: Page, before: number): readonly TextEntry[] {
  if (typeof page !== "string") return page;
  let [front, back] = ["", ""];
  return page.split("\n").map((line, index) => {
    const seq = before + index + 1;
    if (line.startsWith("\t")) {
      const pieces = line.split("\t");
      if (pieces.length > 2) [, front = "", back = ""] = pieces;
      return new TextEntry(seq, `${front}${pieces.at(-1)}${back}`);
    }
    const start = line.indexOf("{");
    return new TextEntry(seq, line.slice(start), start === 0 ? undefined : Number(line.slice(0, start)));
  });
}

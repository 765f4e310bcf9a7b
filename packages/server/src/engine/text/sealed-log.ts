import { fromLines, toLines } from "./entry-lines.ts";
import type { TextEntry } from "./log-entry.ts";
import type { TaskPieces } from "./task-text.ts";

/** The maximum number of entries and characters per page: a reader has to parse whole pages. */
const PAGE = 64;
const MAX_SIZE = 65_536;

/** The log of a finished task as pages of a fixed number of entries; most have one page, which is then a plain string. */
export type SealedLog = string | { readonly pages: readonly Page[]; readonly generations: readonly number[] };

/** The lines of some entries; or the entries themselves, where they are too large for that. */
type Page = string | readonly TextEntry[];

/**
 * Texts that the log of a finished task shares with the task: the messages, the artifacts, the last status and the ids. A sealed log
 * replaces each of them with a control character; JSON contains none.
 */
export type SharedTexts = readonly string[];

/** The texts that a task shares with its log, larger ones first, since they contain others. */
export function sharedTexts({ head, artifacts, history }: TaskPieces): SharedTexts {
  // Within a string, the quotes would be escaped.
  const end = head.indexOf(',"status":');
  return [history, artifacts, head.slice(end), head.slice('{"id":'.length, end)];
}

/** Packs a log into as few strings as possible. */
export function sealLog(entries: readonly TextEntry[], shared: SharedTexts = []): SealedLog {
  const pages: Page[] = [];
  /** The generation before the first entry of each page. */
  const generations: number[] = [];
  for (let start = 0; start < entries.length; start += PAGE) {
    pages.push(sealPage(entries.length <= PAGE ? entries : entries.slice(start, start + PAGE), shared));
    generations.push(start === 0 ? 0 : (entries[start - 1] as TextEntry).generation);
  }
  const [only] = pages;
  return typeof only === "string" && pages.length === 1 ? only : { pages, generations };
}

function sealPage(entries: readonly TextEntry[], shared: SharedTexts): Page {
  const lines = toLines(entries, { shorten: ({ pieces }) => abbreviated(pieces, shared) });
  return lines.length > MAX_SIZE ? [...entries] : lines;
}

/** At most `limit` entries of a sealed log after a sequence number. */
export function openLog(log: SealedLog, after: number, limit: number, shared: SharedTexts = []): TextEntry[] {
  const { pages, generations } = typeof log === "string" ? { pages: [log], generations: [0] } : log;
  const first = Math.floor(after / PAGE);
  const end = Math.ceil((after + limit) / PAGE);
  const entries = pages
    .slice(first, end)
    .flatMap((page, index) => openPage(page, (first + index) * PAGE, generations[first + index] ?? 0, shared));
  const skipped = after - first * PAGE;
  return entries.slice(skipped, skipped + limit);
}

function openPage(page: Page, seq: number, generation: number, shared: SharedTexts): readonly TextEntry[] {
  return typeof page === "string"
    ? fromLines(page, { seq, generation }, { expand: (line) => expand(line, shared) })
    : page;
}

/** Shorter texts are not replaced. */
const MIN_SHARED = 16;

/** Tabs and line breaks are separators, which leaves eight characters. */
function abbreviation(index: number): string {
  return String.fromCharCode(index + 1);
}

/** Most shared texts are pieces; only the text between those is searched. */
function abbreviated(pieces: readonly string[], shared: SharedTexts): string {
  let line = "";
  let rest = "";
  for (const piece of pieces) {
    const index = piece.length < MIN_SHARED ? -1 : shared.indexOf(piece);
    if (index < 0) {
      rest += piece;
    } else {
      line += abbreviate(rest, shared) + abbreviation(index);
      rest = "";
    }
  }
  return line + abbreviate(rest, shared);
}

function abbreviate(text: string, shared: SharedTexts): string {
  let line = text;
  shared.forEach((text, index) => {
    if (text.length < MIN_SHARED || text.length > line.length) return;
    for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
      line = line.slice(0, at) + abbreviation(index) + line.slice(at + text.length);
    }
  });
  return line;
}

function expand(line: string, shared: SharedTexts): string {
  return shared.reduce((json, text, index) => json.replaceAll(abbreviation(index), () => text), line);
}

import { TextEntry } from "./log-entry.ts";

/** How many entries are put into one text, and how long it may become: a reader takes all of it apart. */
const PAGE = 32;
const MAX_SIZE = 65_536;

/** The log of a task that is over, as pages of so many entries each; mostly it is one. */
export type SealedLog = string | { readonly pages: readonly Page[] };

/** A line for each event, with the number up to which it answers before it; or the entries, where they are too large for that. */
type Page = string | readonly TextEntry[];

/** Puts a log into as few texts as can be. */
export function sealLog(entries: readonly TextEntry[]): SealedLog {
  const pages: Page[] = [];
  for (let start = 0; start < entries.length; start += PAGE) {
    const page = entries.length <= PAGE ? entries : entries.slice(start, start + PAGE);
    pages.push(sealPage(page));
  }
  const [only] = pages;
  return typeof only === "string" && pages.length === 1 ? only : { pages };
}

function sealPage(entries: readonly TextEntry[]): Page {
  let size = 0;
  const lines: string[] = [];
  for (const { answered, json } of entries) {
    size += json.length;
    lines.push(answered === undefined ? json : `${answered}${json}`);
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

/** JSON text has no line breaks, and the JSON of an event begins with a brace. */
function openPage(page: Page, before: number): readonly TextEntry[] {
  if (typeof page !== "string") return page;
  return page.split("\n").map((line, index) => {
    const start = line.indexOf("{");
    const answered = start === 0 ? undefined : Number(line.slice(0, start));
    return new TextEntry(before + index + 1, line.slice(start), answered);
  });
}

import { TextEntry } from "./log-entry.ts";

/** Longer logs are left as they are: taking them apart again would cost more than it saves. */
const MAX_SIZE = 65_536;
const MAX_ENTRIES = 32;

/** The log of a task that is over, as one text: a line for each event, with the number up to which it answers before it. */
export type SealedLog = string;

/** Puts a log into one text, if it is short enough for that. */
export function sealLog(entries: readonly TextEntry[]): SealedLog | undefined {
  if (entries.length > MAX_ENTRIES) return undefined;
  let size = 0;
  const lines: string[] = [];
  for (const { answered, json } of entries) {
    size += json.length;
    lines.push(answered === undefined ? json : `${answered}${json}`);
  }
  return size > MAX_SIZE ? undefined : lines.join("\n");
}

/** The entries of a sealed log. JSON text has no line breaks, and the JSON of an event begins with a brace. */
export function openLog(log: SealedLog): TextEntry[] {
  return log.split("\n").map((line, index) => {
    const start = line.indexOf("{");
    return new TextEntry(index + 1, line.slice(start), start === 0 ? undefined : Number(line.slice(0, start)));
  });
}

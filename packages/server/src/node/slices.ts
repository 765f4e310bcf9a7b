import type { StreamItem } from "@a2a/bridge";

/** How many characters are written at a time. */
const SLICE = 65_536;

/** The pieces of a long text. No piece ends within a surrogate pair, which could not be encoded then. */
export function* slicesOf(text: string): Generator<string, void, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + SLICE, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The events of a batch in groups of about that size, so that a long batch is not held as one text. */
export function groupsOf(batch: readonly StreamItem[]): readonly (readonly StreamItem[])[] {
  let size = 0;
  let start = 0;
  let groups: (readonly StreamItem[])[] | undefined;
  for (let at = 0; at < batch.length; at++) {
    // An event whose text is not at hand is written by itself.
    size += batch[at]?.json?.length ?? SLICE;
    if (size < SLICE || at === batch.length - 1) continue;
    groups ??= [];
    groups.push(batch.slice(start, at + 1));
    start = at + 1;
    size = 0;
  }
  if (groups === undefined) return [batch];
  groups.push(batch.slice(start));
  return groups;
}

import type { StreamItem } from "./reply.ts";

/** The size of a group, in characters. */
const GROUP = 65_536;

/** The events of a batch in groups of at most about 64 Ki characters, which are written one at a time. A longer event is a group by itself. */
export function groupsOf(batch: readonly StreamItem[]): readonly (readonly StreamItem[])[] {
  let size = 0;
  let start = 0;
  let groups: (readonly StreamItem[])[] | undefined;
  for (let at = 0; at < batch.length; at++) {
    // An event whose text is not at hand is written by itself.
    const own = batch[at]?.json?.length ?? GROUP;
    if (at > start && size + own > GROUP) {
      groups ??= [];
      groups.push(batch.slice(start, at));
      start = at;
      size = 0;
    }
    size += own;
  }
  if (groups === undefined) return [batch];
  groups.push(batch.slice(start));
  return groups;
}

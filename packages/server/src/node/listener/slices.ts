import type { StreamItem } from "@a2a/bridge";

/** How much is written at a time. */
const SLICE = 65_536;

/** The bytes of texts, one after the other, without joining them first. They share their memory with nothing else. */
export function toBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}

/** The pieces of a long body, without copying it. */
export function* slicesOf(body: Buffer): Generator<Buffer, void, void> {
  for (let start = 0; start < body.length; start += SLICE) yield body.subarray(start, start + SLICE);
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

import { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

/**
 * The field in which our server numbers the events of a stream, so that a reader can resume after the last one it saw. It is not part of
 * the definition: every reader of protocol buffers skips fields that it does not know. The number is of the range that is left to
 * private use.
 */
const FIELD = 50_001;
const TAG = FIELD << 3;

/** Writes the number of an event, at the end of its message. */
export function writeEventNumber(writer: ByteWriter, number: number): void {
  writer.int64(number);
  writer.uint32(TAG);
}

/** The number of an event, or `undefined`. */
export function eventNumberOf(event: Uint8Array): number | undefined {
  const reader = new ByteReader(event);
  while (reader.position < reader.length) {
    const tag = reader.uint32();
    if (tag === TAG) return reader.int64();
    reader.skip(tag & 7);
  }
  return undefined;
}

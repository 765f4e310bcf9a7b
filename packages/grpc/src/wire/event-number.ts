import protobuf from "protobufjs/minimal.js";

/**
 * The field in which our server numbers the events of a stream, so that a reader can resume after the last one it saw. It is not part of
 * the definition: every reader of protocol buffers skips fields that it does not know. The number is of the range that is left to
 * private use.
 */
const FIELD = 50_001;
const TAG = FIELD << 3;

/** An event with its number. */
export function withEventNumber(event: Buffer, number: number): Buffer {
  const mark = protobuf.Writer.create().uint32(TAG).uint64(number).finish();
  return Buffer.concat([event, mark]);
}

/** The number of an event, or `undefined`. */
export function eventNumberOf(event: Uint8Array): number | undefined {
  const reader = protobuf.Reader.create(event);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === TAG) return Number(reader.uint64());
    reader.skipType(tag & 7);
  }
  return undefined;
}

import { isUtf8 } from "node:buffer";
import { A2AError, type JsonLimits } from "@a2a/types";
import { ByteReader } from "./byte-reader.ts";

/**
 * One message that is being read, and how much of it may still come. Two bytes on the wire can become an object, so values are counted
 * while they are read, as they are in JSON.
 */
export class Reading {
  readonly reader: ByteReader;
  readonly #maxDepth: number;
  readonly #maxNodes: number;
  #depth = 0;
  #nodes = 0;

  constructor(bytes: Uint8Array, { maxDepth = 64, maxNodes = 100_000 }: JsonLimits = {}) {
    this.reader = new ByteReader(bytes);
    this.#maxDepth = Math.min(maxDepth, 1_000);
    this.#maxNodes = maxNodes;
  }

  /** Counts a value. */
  count(): void {
    if (++this.#nodes > this.#maxNodes) throw outOfBounds(`holds more than ${this.#maxNodes} values`);
  }

  /** Reads a string, which has to be UTF-8. */
  text(): string {
    const bytes = this.reader.bytes();
    const text = bytes.toString();
    // Invalid bytes are decoded as U+FFFD, which may also be in the text itself.
    if (text.includes("\uFFFD") && !isUtf8(bytes)) throw malformed("a string is not UTF-8");
    return text;
  }

  /** Reads a message that is preceded by its length: `read` gets the position at which it ends. */
  nested<T>(read: (end: number) => T): T {
    const { reader } = this;
    const end = reader.uint32() + reader.position;
    if (end > reader.length) throw malformed("a message ends before its content");
    const result = read(end);
    if (reader.position !== end) throw malformed("a field is longer than its message");
    return result;
  }

  /** As `nested`, for an object or a list of free-form data, which may nest without end: messages of the protocol do not. */
  container<T>(read: (end: number) => T): T {
    if (++this.#depth > this.#maxDepth) throw outOfBounds(`nested deeper than ${this.#maxDepth} levels`);
    const result = this.nested(read);
    this.#depth -= 1;
    return result;
  }
}

/** The error for bytes that are not a message. */
export function malformed(reason: string): A2AError {
  return new A2AError("PARSE_ERROR", `The message is not valid protobuf: ${reason}`);
}

function outOfBounds(reason: string): A2AError {
  return new A2AError("INVALID_REQUEST", `The payload is out of bounds: ${reason}`);
}

import { PREFIX_BYTES } from "./frames.ts";

/** The bytes of a message, written from its end to its beginning: its length is known by the time that it is written in front of it. */
export class ByteWriter {
  #buffer: Buffer;
  /** Where the bytes begin that are in the buffer; it is filled to its end. */
  #start: number;
  /** The bytes that did not fit into the buffer, from the end of the message to its beginning. */
  readonly #chunks: (Buffer | string)[] = [];
  #chunkBytes = 0;

  constructor() {
    // Messages are written one after the other, so that they can share a buffer.
    this.#buffer = shared ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    this.#start = this.#buffer.length;
    shared = undefined;
  }

  /** How many bytes were written. */
  get length(): number {
    return this.#chunkBytes + this.#buffer.length - this.#start;
  }

  /** Writes the length of everything that was written since the writer had so many bytes. */
  lengthSince(before: number): void {
    this.uint32(this.length - before);
  }

  /** Writes the prefix of a message, which is everything that was written since the writer had so many bytes: it is not compressed. */
  prefixSince(before: number): void {
    const size = this.length - before;
    this.#reserve(PREFIX_BYTES);
    this.#start -= PREFIX_BYTES;
    this.#buffer[this.#start] = 0;
    this.#buffer.writeUInt32BE(size, this.#start + 1);
  }

  uint32(value: number): void {
    this.#reserve(MAX_VARINT);
    if (value < 0x80) {
      this.#buffer[--this.#start] = value;
      return;
    }
    const size = value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
    this.#start -= size;
    let at = this.#start;
    for (let rest = value; at < this.#start + size - 1; rest >>>= 7) this.#buffer[at++] = (rest & 0x7f) | 0x80;
    this.#buffer[at] = value >>> (7 * (size - 1));
  }

  /** A whole number, negative ones in ten bytes. */
  int64(value: number): void {
    if (value >= 0 && value <= 0xffff_ffff) {
      this.uint32(value);
      return;
    }
    this.#reserve(MAX_VARINT);
    const groups: number[] = [];
    for (let rest = BigInt.asUintN(64, BigInt(value)); rest > 0n; rest >>= 7n) groups.push(Number(rest & 0x7fn));
    for (let n = groups.length - 1; n >= 0; n--) {
      this.#buffer[--this.#start] = (groups[n] ?? 0) | (n < groups.length - 1 ? 0x80 : 0);
    }
  }

  bool(value: boolean): void {
    this.uint32(value ? 1 : 0);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#start -= 8;
    this.#buffer.writeDoubleLE(value, this.#start);
  }

  /** A text, preceded by its length. */
  string(text: string): void {
    const size = Buffer.byteLength(text);
    if (size > LARGE) this.#addChunk(text, size);
    else {
      this.#reserve(size);
      this.#start -= size;
      this.#buffer.write(text, this.#start);
    }
    this.uint32(size);
  }

  /** Bytes, preceded by their length. */
  bytes(bytes: Buffer): void {
    if (bytes.length > LARGE) this.#addChunk(bytes, bytes.length);
    else {
      this.#reserve(bytes.length);
      this.#start -= bytes.length;
      bytes.copy(this.#buffer, this.#start);
    }
    this.uint32(bytes.length);
  }

  /** The message. Nothing can be written after it. */
  finish(): Buffer {
    const message = Buffer.allocUnsafe(this.length);
    let at = this.#buffer.copy(message, 0, this.#start);
    for (let n = this.#chunks.length - 1; n >= 0; n--) {
      const chunk = this.#chunks[n] ?? "";
      at += typeof chunk === "string" ? message.write(chunk, at) : chunk.copy(message, at);
    }
    shared = this.#buffer;
    return message;
  }

  #reserve(bytes: number): void {
    if (this.#start < bytes) this.#empty();
  }

  /** Large values are not copied into the buffer; texts are encoded only once, into the message. */
  #addChunk(chunk: Buffer | string, size: number): void {
    this.#empty();
    this.#chunks.push(chunk);
    this.#chunkBytes += size;
  }

  #empty(): void {
    const bytes = Buffer.from(this.#buffer.subarray(this.#start));
    this.#chunks.push(bytes);
    this.#chunkBytes += bytes.length;
    this.#start = this.#buffer.length;
  }
}

/** The buffer, while no message is being written. */
let shared: Buffer | undefined;
const BUFFER_BYTES = 65_536;
/** From this size on, in bytes, values are not copied into the buffer. */
const LARGE = 8_192;
const MAX_VARINT = 10;

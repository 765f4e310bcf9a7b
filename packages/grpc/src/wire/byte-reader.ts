/** Reads the values of a message. Throws a `RangeError` where the bytes end too early, and for invalid values. */
export class ByteReader {
  readonly length: number;
  /** The position of the next byte. */
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
  }

  /** A whole number; of larger ones, the lower 32 bits. */
  uint32(): number {
    const first = this.#next();
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let shift = 7; shift < 70; shift += 7) {
      const byte = this.#next();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RangeError("a number has more than ten bytes");
  }

  int32(): number {
    return this.uint32() | 0;
  }

  bool(): boolean {
    return this.int64() !== 0;
  }

  /** A whole number; beyond 2^53 it is not exact. */
  int64(): number {
    const first = this.#next();
    if (first < 0x80) return first;
    let value = BigInt(first & 0x7f);
    for (let shift = 7n; shift < 70n; shift += 7n) {
      const byte = this.#next();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
    throw new RangeError("a number has more than ten bytes");
  }

  double(): number {
    return this.#bytes.readDoubleLE(this.#advance(8));
  }

  /** Bytes that are preceded by their length. They share the memory of the message. */
  bytes(): Buffer {
    const size = this.uint32();
    const start = this.#advance(size);
    return this.#bytes.subarray(start, start + size);
  }

  /** Skips a value of a field that is not known, by the wire type in its tag. */
  skip(wire: number): void {
    if (wire === 0) this.uint32();
    else if (wire === 1) this.#advance(8);
    else if (wire === 2) this.#advance(this.uint32());
    else if (wire === 5) this.#advance(4);
    else if (wire === 3) this.#skipGroup();
    else throw new RangeError(`a field has the wire type ${wire}`);
  }

  #skipGroup(): void {
    for (let depth = 1; depth > 0; ) {
      const wire = this.uint32() & 7;
      if (wire === 3) depth += 1;
      else if (wire === 4) depth -= 1;
      else this.skip(wire);
    }
  }

  #next(): number {
    const byte = this.#bytes[this.position];
    if (byte === undefined) throw new RangeError("the message ends within a number");
    this.position += 1;
    return byte;
  }

  /** The position before so many bytes, which have to be there. */
  #advance(bytes: number): number {
    const start = this.position;
    if (start + bytes > this.length) throw new RangeError("the message ends within a field");
    this.position = start + bytes;
    return start;
  }
}

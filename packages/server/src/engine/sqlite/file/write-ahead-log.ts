import { closeSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit says in which byte order words are added up. */
const MAGIC = 0x377f0682;

/**
 * How many transactions of a write-ahead log SQLite will drop without an error, because of damage before them: it reads a log up to
 * the first frame whose checksum is wrong. A crash only leaves such a frame at the end of a log; with a committed transaction of
 * the same log behind it, the frame was written in full and has changed since.
 *
 * @param path The database file.
 */
export function droppedTransactions(path: string): number {
  let file: number;
  try {
    file = openSync(`${path}-wal`, "r");
  } catch {
    return 0; // a database that was closed has no log
  }
  try {
    return countDropped(file);
  } finally {
    closeSync(file);
  }
}

function countDropped(file: number): number {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return 0;
  const checksum = new Checksum(header.readUInt32BE(0));
  checksum.add(header.subarray(0, 24));
  let isIntact = checksum.matches(header, 24) && (header.readUInt32BE(0) & ~1) === MAGIC;
  // The page size is among the bytes that may be damaged; every database of this program has the default.
  const pageBytes = isIntact ? header.readUInt32BE(8) : 4_096;
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  let salts = isIntact ? header.subarray(16, 24) : undefined;
  let dropped = 0;
  for (let at = HEADER_BYTES; readSync(file, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    salts ??= Buffer.from(frame.subarray(8, 16));
    const isOfThisLog = salts.equals(frame.subarray(8, 16));
    const wasIntact = isIntact;
    if (isIntact) {
      checksum.add(frame.subarray(0, 8));
      checksum.add(frame.subarray(FRAME_HEADER_BYTES));
      isIntact = isOfThisLog && checksum.matches(frame, 16);
    }
    // The first broken frame may be one that was being written; those behind it were not.
    const isCommit = frame.readUInt32BE(4) > 0;
    if (!isIntact && !wasIntact && isOfThisLog && isCommit) dropped++;
  }
  return dropped;
}

/** The running checksum of a write-ahead log: of its header, then of every frame. */
class Checksum {
  readonly #isSwapped: boolean;
  readonly #sums = new Uint32Array(2);

  constructor(magic: number) {
    this.#isSwapped = ((magic & 1) === 1) !== (endianness() === "BE");
  }

  add(bytes: Buffer): void {
    const copy = Buffer.from(bytes); // aligned, and not swapped in place
    if (this.#isSwapped) copy.swap32();
    const words = new Uint32Array(copy.buffer, copy.byteOffset, copy.length / 4);
    let [first = 0, second = 0] = this.#sums;
    for (let n = 0; n < words.length; n += 2) {
      first = (first + (words[n] as number) + second) >>> 0;
      second = (second + (words[n + 1] as number) + first) >>> 0;
    }
    this.#sums.set([first, second]);
  }

  /** Whether the bytes at an offset are the checksum. */
  matches(bytes: Buffer, offset: number): boolean {
    return this.#sums[0] === bytes.readUInt32BE(offset) && this.#sums[1] === bytes.readUInt32BE(offset + 4);
  }
}

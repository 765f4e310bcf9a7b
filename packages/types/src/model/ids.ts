/** A UUIDv7: random and ordered by time, which keeps index entries of the same time adjacent. */
export function createId(now: number = Date.now()): string {
  if (now !== prefixTime) {
    const hex = Math.trunc(now).toString(16).padStart(12, "0");
    for (let i = 0; i < 12; i++) text[i < 8 ? i : i + 1] = hex.charCodeAt(i);
    prefixTime = now;
  }
  if (next === POOL_SIZE) {
    crypto.getRandomValues(pool);
    next = 0;
  }
  // The version and the variant are in the top bits of the seventh and the ninth byte.
  writeByte(14, 0x0f, 0x70);
  writeByte(19, 0x3f, 0x80);
  for (const place of PLACES) writeByte(place);
  // One flat string: concatenation would create a rope that each map lookup flattens again.
  return String.fromCharCode(...text);
}

function writeByte(place: number, keep = 0xff, set = 0): void {
  const byte = ((pool[next++] ?? 0) & keep) | set;
  text[place] = HEX.charCodeAt(byte >> 4);
  text[place + 1] = HEX.charCodeAt(byte & 15);
}

const HEX = "0123456789abcdef";
const HYPHEN = 45;
/** The characters of the latest id. Ids of one millisecond share their first half, so it is written once. */
const text: number[] = Array(36).fill(HYPHEN);
let prefixTime: number | undefined;
/** The indexes of the purely random bytes. */
const PLACES = [16, 21, 24, 26, 28, 30, 32, 34];

// Random bytes are drawn in bulk: one system call for 400 ids.
const POOL_SIZE = 4_000;
const pool = new Uint8Array(POOL_SIZE);
let next = POOL_SIZE;

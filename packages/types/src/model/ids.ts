/** A UUIDv7: random, and ordered by time, so that rows written together lie together in an index. */
export function createId(now: number = Date.now()): string {
  if (now !== prefixTime) {
    const hex = Math.trunc(now).toString(16).padStart(12, "0");
    prefix = `${hex.slice(0, 8)}-${hex.slice(8)}`;
    prefixTime = now;
  }
  if (next === POOL_SIZE) {
    crypto.getRandomValues(pool);
    next = 0;
  }
  // The version and the variant stand in the top bits of the seventh and the ninth byte.
  return (
    `${prefix}-${random(0x0f, 0x70)}${random()}-${random(0x3f, 0x80)}${random()}` +
    `-${random()}${random()}${random()}${random()}${random()}${random()}`
  );
}

function random(keep = 0xff, set = 0): string {
  const byte = pool[next++] ?? 0;
  return HEX[(byte & keep) | set] ?? "";
}

// Ids of one millisecond share their first half, so it is written once.
let prefixTime: number | undefined;
let prefix = "";

// Random bytes are drawn in bulk: one system call for 400 ids.
const POOL_SIZE = 4_000;
const pool = new Uint8Array(POOL_SIZE);
let next = POOL_SIZE;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

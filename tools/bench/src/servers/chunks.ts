/** What an agent of the streaming benchmarks says again and again: 64 bytes. */
export const CHUNK = "0123456789abcdef".repeat(4);

/** What a message asks for: `chunks:N` with a pause after each, or `burst:N` as fast as possible. */
export function chunksOf(text: string): { count: number; burst: boolean } | undefined {
  const [, kind, count] = /^(chunks|burst):(\d+)$/.exec(text) ?? [];
  return count === undefined ? undefined : { count: Number(count), burst: kind === "burst" };
}

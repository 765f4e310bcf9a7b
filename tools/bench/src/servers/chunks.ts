/** The text that agents of the streaming benchmarks repeat: 64 bytes. */
export const CHUNK = "0123456789abcdef".repeat(4);

/** The request of a message. */
export interface Asked {
  readonly count: number;
  /** As fast as possible, without a pause after each. */
  readonly burst: boolean;
  /** Waits for `go`. */
  readonly waits: boolean;
}

/** The request of a message: `chunks:N` with a pause after each, `burst:N` as fast as possible, `fan:N` like the first after `go`. */
export function chunksOf(text: string): Asked | undefined {
  const [, kind, count] = /^(chunks|burst|fan):(\d+)$/.exec(text) ?? [];
  return count === undefined ? undefined : { count: Number(count), burst: kind === "burst", waits: kind === "fan" };
}

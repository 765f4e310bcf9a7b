/** How waits between attempts grow. */
export interface Backoff {
  /** The upper bound of the first wait, in milliseconds. It doubles with each attempt. */
  readonly firstMs: number;
  /** The upper bound of every wait. */
  readonly maxMs: number;
  /** The part of a wait that is not random, from 0 to 1. Default 0: callers that failed together spread as far as possible. */
  readonly fixed?: number;
  /** A number from 0 to 1. */
  readonly random?: () => number;
}

/** How long to wait after so many failed attempts, with exponential backoff and jitter. */
export function backoffMs(failed: number, { firstMs, maxMs, fixed = 0, random = Math.random }: Backoff): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** failed);
  return Math.round(ceiling * (fixed + random() * (1 - fixed)));
}

import { isA2AError, pause } from "@a2a/types";

const FIRST_DELAY_MS = 10;
const MAX_DELAY_MS = 1_000;

/** How to repeat a write. */
export interface RetryWriteOptions {
  /** Writes the same again. */
  again(): Promise<unknown>;
  /** Whether it is still worth trying. */
  mayRetry(): boolean;
  /** For how long, in milliseconds from the first failure. */
  readonly maxMs: number;
}

/** Waits for a write, which is repeated with growing delays as long as the storage is unavailable. Other errors are thrown at once. */
export async function retryWrite(
  first: Promise<unknown>,
  { again, mayRetry, maxMs }: RetryWriteOptions,
): Promise<void> {
  let writing = first;
  let deadline: number | undefined;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      await writing;
      return;
    } catch (error) {
      if (!isA2AError(error, "UNAVAILABLE") || !mayRetry()) throw error;
      const now = performance.now();
      deadline ??= now + maxMs;
      if (now >= deadline) throw error;
      await pause(Math.min(delayMs, deadline - now));
    }
    writing = again();
  }
}

import { isA2AError, isLocalError, LocalError } from "@a2a/types";

/** How calls are tried again. */
export interface RetryOptions {
  /** How many times at most, beside the first. Default 3. */
  maxRetries?: number;
  /** The ceiling of the first wait; it doubles with each further one. Default 1,000. */
  retryDelayMs?: number;
  /** The longest wait. Default 30,000. */
  maxDelayMs?: number;
  /** Between 0 and 1; for tests. */
  random?: () => number;
}

/** What is known about a failed attempt. */
export interface Failure {
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Whether the peer may have carried the call out all the same. */
  readonly mayHaveRun: boolean;
  /** When the peer asked to be called again. */
  readonly retryAfterMs: number | undefined;
}

/** Judges a failed attempt. */
export function judge(error: unknown): Failure {
  if (isA2AError(error)) {
    const refused = error.code === "RATE_LIMITED" || error.code === "CAPACITY_EXCEEDED" || error.code === "UNAVAILABLE";
    return { retryable: refused, mayHaveRun: false, retryAfterMs: error.retryAfterMs };
  }
  if (!isLocalError(error)) return { retryable: false, mayHaveRun: false, retryAfterMs: undefined };
  const { retryAfterMs, status } = error;
  if (status === 429 || status === 503) return { retryable: true, mayHaveRun: false, retryAfterMs };
  const mayHaveRun = !neverConnected(error);
  return { retryable: error.retryable, mayHaveRun, retryAfterMs };
}

/** Whether the connection was never made, so that nothing can have been written. */
function neverConnected(error: LocalError): boolean {
  if (error.code !== "NETWORK") return error.code === "BLOCKED" || error.code === "CONFIG";
  let cause: unknown = error.cause;
  for (let depth = 0; depth < 5 && typeof cause === "object" && cause !== null; depth++) {
    if ("code" in cause && typeof cause.code === "string" && NOT_CONNECTED.has(cause.code)) return true;
    cause = "cause" in cause ? cause.cause : undefined;
  }
  return false;
}

const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** How a kind of call may be repeated. */
export interface RepeatPolicy {
  /** Whether repeating is harmless: the call only reads, or the peer recognises a repeated message. */
  readonly safe: boolean;
  /** What to say when it is not known whether the call took effect. */
  readonly subject: string;
}

/**
 * Tries a call again where that can do no harm: always when nothing was written, and otherwise only when repeating is safe. A call
 * that may have taken effect and may not be repeated ends in a `LocalError` `OUTCOME_UNKNOWN`.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { safe, subject }: RepeatPolicy,
  options: RetryOptions & {
    signal?: AbortSignal | undefined;
    onRetry?: (attempt: number, error: unknown) => void;
  } = {},
): Promise<T> {
  const { maxRetries = 3, signal } = options;
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw error;
      const { retryable, mayHaveRun, retryAfterMs } = judge(error);
      if (mayHaveRun && !safe && isLocalError(error)) {
        const message = `it is not known whether ${subject} took effect: ${error.message}`;
        throw new LocalError("OUTCOME_UNKNOWN", message, { cause: error });
      }
      if (!retryable || tried >= maxRetries) throw error;
      options.onRetry?.(tried + 1, error);
      await pause(delayMs(tried, retryAfterMs, options), signal);
    }
  }
}

/** A random part of a ceiling that doubles; never less than the peer asked for, up to a minute. */
export function delayMs(tried: number, retryAfterMs: number | undefined, options: RetryOptions = {}): number {
  const { retryDelayMs = 1_000, maxDelayMs = 30_000, random = Math.random } = options;
  const ceiling = Math.min(maxDelayMs, retryDelayMs * 2 ** tried);
  return Math.max(Math.min(retryAfterMs ?? 0, 60_000), Math.round(random() * ceiling));
}

/** Waits so long, or rejects with the reason of the signal. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

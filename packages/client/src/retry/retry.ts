import { errorTable } from "@a2a/bridge";
import { isA2AError, isLocalError, LocalError, pause } from "@a2a/types";
import { backoffMs } from "@a2a/types/internal";
import type { RetryBudget } from "./retry-budget.ts";

/** How calls are tried again. */
export interface RetryOptions {
  /** How many times at most, beside the first. Default 3. */
  maxRetries?: number | undefined;
  /** The ceiling of the first wait; it doubles with each further one. Default 1,000. */
  retryDelayMs?: number | undefined;
  /** The longest wait. Default 30,000. */
  maxDelayMs?: number | undefined;
  /** Which part of the ceiling is waited, between 0 and 1. Default: at random, so that callers do not come back all at once. */
  random?: (() => number) | undefined;
  /** Whether to try again after an error that allows it. Default: always. */
  retry?: ((error: unknown) => boolean) | undefined;
  /** Called before each retry with the number of the retry and the reason. */
  onRetry?: ((retry: number, error: unknown) => void) | undefined;
}

/** The facts about a failed attempt. */
export interface Failure {
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Whether the peer may have carried the call out all the same. */
  readonly mayHaveRun: boolean;
  /** When the peer asked to be called again. */
  readonly retryAfterMs: number | undefined;
}

/** It is not known whether a message took effect: the connection broke after it had been sent. It has not been sent again. */
export class OutcomeUnknownError extends LocalError {
  override readonly name = "OutcomeUnknownError";
  /** The message in question; sending it again with this id is safe if the agent recognizes repeats. */
  readonly messageId: string;

  constructor(messageId: string, cause: Error) {
    super("OUTCOME_UNKNOWN", `it is not known whether message ${messageId} took effect: ${cause.message}`, { cause });
    this.messageId = messageId;
  }
}

/** Judges a failed attempt. */
export function judge(error: unknown): Failure {
  if (isA2AError(error)) {
    const { retryable = false } = errorTable[error.code];
    return { retryable, mayHaveRun: false, retryAfterMs: error.retryAfterMs };
  }
  if (!isLocalError(error)) return { retryable: false, mayHaveRun: false, retryAfterMs: undefined };
  const { retryable, retryAfterMs, status } = error;
  return { retryable, mayHaveRun: status !== 503 && !neverConnected(error), retryAfterMs };
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
  /** The message that must not be carried out twice; absent for calls that may be repeated at will. */
  readonly messageId?: string | undefined;
  /** How many calls may be repeated; absent: as many as the options say. */
  readonly budget?: RetryBudget | undefined;
}

/**
 * Tries a call again where that can do no harm: always when nothing was written, and otherwise only when repeating is safe. A message
 * that may have taken effect and must not be sent twice ends in an `OutcomeUnknownError`.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  policy: RepeatPolicy,
  options: RetryOptions & { signal?: AbortSignal | undefined } = {},
): Promise<T> {
  policy.budget?.request();
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      await beforeRetry(tried, error, policy, options);
    }
  }
}

/** Waits until a call may be repeated; throws the error where it may not be. */
export async function beforeRetry(
  tried: number,
  error: unknown,
  { messageId, budget }: RepeatPolicy,
  options: RetryOptions & { signal?: AbortSignal | undefined },
): Promise<void> {
  const { maxRetries = 3, signal, onRetry } = options;
  const { retryable, mayHaveRun, retryAfterMs } = judge(error);
  if (signal?.aborted || !retryable || options.retry?.(error) === false) throw error;
  if (mayHaveRun && messageId !== undefined) throw new OutcomeUnknownError(messageId, error as LocalError); // as judged
  if (tried >= maxRetries || budget?.take() === false) throw error;
  onRetry?.(tried + 1, error);
  await pause(delayMs(tried, retryAfterMs, options), signal);
}

/** Exponential backoff with full jitter; at least the peer's Retry-After, up to a minute. */
export function delayMs(tried: number, retryAfterMs: number | undefined, options: RetryOptions = {}): number {
  const { retryDelayMs = 1_000, maxDelayMs = 30_000, random = Math.random } = options;
  return Math.max(
    Math.min(retryAfterMs ?? 0, 60_000),
    backoffMs(tried, { firstMs: retryDelayMs, maxMs: maxDelayMs, random }),
  );
}

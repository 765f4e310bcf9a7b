import type { OperationName, Principal } from "@a2a/types";
import { LruMap } from "@a2a/types/internal";
import { ownerOf } from "../auth/authenticate.ts";
import { LimitError } from "./limit-error.ts";

/** Limits per caller. */
export interface CallerLimitOptions {
  /** Open streams of one caller. Default 1,024. */
  maxStreamsPerCaller?: number;
  /** Open streams in all. Default 16,384. */
  maxStreams?: number;
  /** Calls that wait for an answer, of one caller. Default 4,096. */
  maxCallsPerCaller?: number;
  /** Decides about each call: how long the caller has to wait, or `undefined` to allow it. Default: no rate limit. */
  rateLimit?: (caller: Principal, operation: OperationName) => number | undefined;
}

/** Counts what callers have open, so that none of them takes the place of all others. */
export class CallerLimits {
  readonly #options: Required<Omit<CallerLimitOptions, "rateLimit">> & Pick<CallerLimitOptions, "rateLimit">;
  readonly #streams = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  #open = 0;

  constructor(options: CallerLimitOptions) {
    this.#options = { maxStreamsPerCaller: 1_024, maxStreams: 16_384, maxCallsPerCaller: 4_096, ...options };
  }

  /** Acquires a slot for a call; `leave` releases it. Throws at the limit. */
  enter(caller: Principal, operation: OperationName): void {
    const waitMs = this.#options.rateLimit?.(caller, operation);
    if (waitMs !== undefined) throw new LimitError("rateLimit", "RATE_LIMITED", undefined, { retryAfterMs: waitMs });
    const { maxCallsPerCaller } = this.#options;
    const waiting = this.#calls.get(ownerOf(caller)) ?? 0;
    if (waiting >= maxCallsPerCaller) {
      throw tooMany("maxCallsPerCaller", `more than ${maxCallsPerCaller} calls of this caller are waiting`);
    }
    this.#calls.set(ownerOf(caller), waiting + 1);
  }

  /** A call was answered. */
  leave(caller: Principal): void {
    giveBack(this.#calls, ownerOf(caller));
  }

  /** Acquires a slot for a stream; the returned function releases it. Throws at the limit. */
  openStream(caller: Principal): () => void {
    const { maxStreamsPerCaller, maxStreams } = this.#options;
    const own = this.#streams.get(ownerOf(caller)) ?? 0;
    if (own >= maxStreamsPerCaller)
      throw tooMany("maxStreamsPerCaller", `more than ${maxStreamsPerCaller} streams of this caller are open`);
    if (this.#open >= maxStreams) throw tooMany("maxStreams", `more than ${maxStreams} streams are open`);
    this.#open++;
    this.#streams.set(ownerOf(caller), own + 1);
    return () => {
      this.#open--;
      giveBack(this.#streams, ownerOf(caller));
    };
  }
}

const KEPT_IDLE = 64;

function giveBack(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  // Keep some idle callers: most return soon, and re-adding them to the map costs more.
  if (left > 0 || counts.size <= KEPT_IDLE) counts.set(key, left);
  else counts.delete(key);
}

function tooMany(limit: keyof CallerLimitOptions, reason: string): LimitError {
  return new LimitError(limit, "RATE_LIMITED", `Too many requests: ${reason}`, { retryAfterMs: 1_000 });
}

/** A rate limit by caller: so many calls a second on average, with a burst now and then. */
export function tokenBucket({
  perSecond,
  burst = perSecond,
}: {
  perSecond: number;
  burst?: number;
}): NonNullable<CallerLimitOptions["rateLimit"]> {
  // The callers heard of least recently have long been full again.
  const buckets = new LruMap<{ tokens: number; at: number }>(10_000);
  return (caller) => {
    const key = ownerOf(caller);
    const now = performance.now();
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perSecond) * 1000);
    bucket.tokens -= 1;
    return undefined;
  };
}

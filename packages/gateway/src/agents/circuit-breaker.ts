import { A2AError } from "@a2a/types";
import { LruMap } from "@a2a/types/internal";
import type { BreakerState } from "../telemetry/events.ts";

/** When the circuit breaker of a failing agent opens. */
export interface BreakerOptions {
  /** How many calls of one caller in a row have to fail because the agent does not answer or is out of order. Default 5. */
  failures?: number;
  /** How long no call is let through then; after that the card of the agent is read, which decides. Default 5,000. */
  restMs?: number;
}

/** The dependencies of a circuit breaker. */
export interface BreakerParts {
  readonly agent: string;
  /** Whether all callers are one to the gateway: then a caller's failures are those of all. */
  readonly hasOneCaller: boolean;
  readonly onChange: (state: BreakerState) => void;
  /** Reads the card of the agent, or another document at its address. Rejects where the agent is out of order. */
  readonly probe: () => Promise<unknown>;
}

/** How a caller fared with the agent. */
interface CallerRecord {
  inARow: number;
  refusedUntil: number;
}

const MAX_CALLERS = 10_000;

/**
 * Refuses calls to an agent that is out of order at once, so that nobody waits for it and it can recover. Failures count per caller, since
 * a caller can make an agent fail: then only this caller has to pause. Whether the agent is out of order for all is decided by reading
 * its card, which no caller has any influence on.
 */
export class CircuitBreaker {
  readonly #parts: BreakerParts;
  readonly #maxFailures: number;
  readonly #restMs: number;
  readonly #callers = new LruMap<CallerRecord>(MAX_CALLERS);
  #state: BreakerState = "closed";
  #openedAt = 0;
  #probing: Promise<boolean> | undefined;

  constructor(options: BreakerOptions, parts: BreakerParts) {
    this.#parts = parts;
    this.#maxFailures = options.failures ?? 5;
    this.#restMs = options.restMs ?? 5_000;
  }

  /** Whether calls pass. */
  get state(): BreakerState {
    return this.#state;
  }

  /** Lets a call pass, or throws `UNAVAILABLE`. Gives a promise while the agent is looked at again. */
  admit(owner: string | undefined): void | Promise<void> {
    if (this.#state !== "closed") return this.#admitAfterProbe(owner);
    const record = owner === undefined ? undefined : this.#callers.get(owner);
    if (record === undefined || record.inARow < this.#maxFailures) return;
    const left = record.refusedUntil - performance.now();
    if (left > 0) throw this.#refusal(left);
    // One call of this caller finds out; others of it have to wait for the next time.
    record.refusedUntil = performance.now() + this.#restMs;
  }

  /** The agent answered, even if it refused. */
  succeeded(owner: string | undefined): void {
    if (owner !== undefined) this.#callers.delete(owner);
  }

  /** The agent did not answer a call of a caller, or is out of order. Resolves when it is known whether that is so for all. */
  async failed(owner: string | undefined): Promise<void> {
    const key = owner ?? "";
    const record = this.#callers.get(key) ?? { inARow: 0, refusedUntil: 0 };
    record.inARow++;
    this.#callers.set(key, record);
    if (record.inARow < this.#maxFailures) return;
    record.refusedUntil = performance.now() + this.#restMs;
    if (this.#state !== "closed") return;
    if (this.#parts.hasOneCaller || !(await this.#probe())) this.#open();
  }

  async #admitAfterProbe(owner: string | undefined): Promise<void> {
    const left = this.#openedAt + this.#restMs - performance.now();
    if (this.#state === "open" && left > 0) throw this.#refusal(left);
    if (this.#state === "open") this.#change("half-open");
    if (!(await this.#probe())) {
      if (this.#state === "half-open") this.#open();
      throw this.#refusal(this.#restMs);
    }
    if (this.#state !== "closed") {
      this.#callers.clear();
      this.#change("closed");
    }
    return this.admit(owner);
  }

  /** Whether the agent is in order. */
  #probe(): Promise<boolean> {
    this.#probing ??= this.#parts
      .probe()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#probing = undefined;
      });
    return this.#probing;
  }

  #open(): void {
    if (this.#state === "open") return;
    this.#openedAt = performance.now();
    this.#change("open");
  }

  #refusal(leftMs: number): A2AError {
    return new A2AError("UNAVAILABLE", `Agent ${this.#parts.agent} has failed repeatedly: try again shortly`, {
      retryAfterMs: Math.max(leftMs, 1_000),
    });
  }

  #change(state: BreakerState): void {
    this.#state = state;
    this.#parts.onChange(state);
  }
}

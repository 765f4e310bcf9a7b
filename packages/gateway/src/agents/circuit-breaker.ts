import { A2AError } from "@a2a/types";

/** When the circuit breaker of a failing agent opens. */
export interface BreakerOptions {
  /** How many calls in a row have to fail because the agent cannot be reached, does not answer or is out of order. Default 5. */
  failures?: number;
  /** How long no call is let through then; after that one is, and decides. Default 5,000. */
  restMs?: number;
}

/** `closed`: calls pass. `open`: they are refused at once. `half-open`: one is on its way to find out. */
export type BreakerState = "closed" | "open" | "half-open";

/** Refuses calls to an agent that is out of order at once, so that nobody waits for it and it can recover. */
export class CircuitBreaker {
  readonly #agent: string;
  readonly #maxFailures: number;
  readonly #restMs: number;
  readonly #onChange: (state: BreakerState) => void;
  #state: BreakerState = "closed";
  #failures = 0;
  #openedAt = 0;

  constructor(agent: string, options: BreakerOptions, onChange: (state: BreakerState) => void) {
    this.#agent = agent;
    this.#maxFailures = options.failures ?? 5;
    this.#restMs = options.restMs ?? 5_000;
    this.#onChange = onChange;
  }

  /** Whether calls pass. */
  get state(): BreakerState {
    return this.#state;
  }

  /** Lets a call pass, or throws `UNAVAILABLE`. */
  admit(): void {
    if (this.#state === "closed") return;
    const left = this.#openedAt + this.#restMs - performance.now();
    if (this.#state === "open" && left <= 0) {
      this.#change("half-open");
      return;
    }
    throw new A2AError("UNAVAILABLE", `Agent ${this.#agent} has failed repeatedly: try again shortly`, {
      retryAfterMs: Math.max(left, 1_000),
    });
  }

  /** The agent answered, even if it refused. */
  succeeded(): void {
    this.#failures = 0;
    if (this.#state !== "closed") this.#change("closed");
  }

  /** The agent could not be reached, did not answer, or is out of order. */
  failed(): void {
    this.#failures++;
    if (this.#state === "open" || (this.#state === "closed" && this.#failures < this.#maxFailures)) return;
    this.#openedAt = performance.now();
    this.#change("open");
  }

  /** The caller left before the agent answered, which says nothing about the agent; another call may find out. */
  abandoned(): void {
    if (this.#state !== "half-open") return;
    this.#openedAt = performance.now() - this.#restMs;
    this.#change("open");
  }

  #change(state: BreakerState): void {
    this.#state = state;
    this.#onChange(state);
  }
}

import { Budget, type Reservation } from "@a2a/server/backend-kit";
import { A2AError } from "@a2a/types";

/** Requests, answers and events up to this size are not counted. */
export const SMALL = 65_536;

/** There is no room for a request or an answer. Do not retry: the agent may already have processed the call. */
export class NoRoomError extends A2AError {
  constructor(totalBytes: number) {
    const message = `More than ${totalBytes} bytes are on their way to agents or back: try again shortly`;
    super("CAPACITY_EXCEEDED", message, { retryAfterMs: 1_000 });
  }
}

/**
 * Counts large requests and answers until the call was answered, and large events until the next one is asked for. The total is shared by
 * all agents, and one caller may use half of it, so that nobody can fill the memory by asking for large tasks again and again. Where
 * there is no room, a `NoRoomError` is thrown.
 */
export class AnswerBudget {
  readonly budget: Budget;
  /** The largest answer that is read, in bytes. */
  readonly maxAnswerBytes: number;

  constructor(totalBytes: number, maxAnswerBytes: number) {
    this.budget = new Budget(totalBytes, totalBytes / 2);
    this.maxAnswerBytes = maxAnswerBytes;
  }

  /** How many bytes of answers are counted. */
  get used(): number {
    return this.budget.used;
  }

  /** Counts a large request whose body was not read yet, so that one for which there is no room is refused before it is. */
  reserve(size: number, owner: string | undefined): CallBudget {
    // Twice: once for the request, and once for its answer, which must not be refused after the agent has carried out the call.
    const bytes = Math.min(2 * size, this.budget.share);
    if (!this.budget.take(owner, bytes)) throw new NoRoomError(this.budget.total);
    return new CallBudget(this.budget, owner, bytes);
  }

  /** The budget that a call counts against: the reservation of its request, if there is one. */
  begin(reservation: Reservation | undefined, owner: string | undefined): CallBudget {
    const call = reservation instanceof CallBudget ? reservation : new CallBudget(this.budget, owner);
    call.begin();
    return call;
  }
}

/** The bytes of one call: they count until it was answered. */
export class CallBudget implements Reservation {
  readonly owner: string | undefined;
  readonly budget: Budget;
  /** Whether the request was counted before it was read. */
  readonly #isReserved: boolean;
  #bytes: number;
  #hasBegun = false;

  constructor(budget: Budget, owner: string | undefined, reserved = 0) {
    this.budget = budget;
    this.owner = owner;
    this.#bytes = reserved;
    this.#isReserved = reserved > 0;
  }

  begin(): void {
    this.#hasBegun = true;
  }

  /** Counts a request to an agent. */
  takeRequest(size: number): void {
    if (size > SMALL && !this.#isReserved) this.take(size);
  }

  /** Counts an answer. A single call always fits. */
  take(size: number): void {
    const bytes = Math.min(size, this.budget.share - this.#bytes);
    if (!this.budget.take(this.owner, bytes)) throw new NoRoomError(this.budget.total);
    this.#bytes += bytes;
  }

  /** The call was carried out. The function that is returned, if there is one, gives back what its answer occupies. */
  end(): (() => void) | undefined {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes === 0 ? undefined : () => this.budget.give(this.owner, bytes);
  }

  /** Gives everything back, unless the call has begun: then it counts with that. */
  release(): void {
    if (!this.#hasBegun) this.end()?.();
  }
}

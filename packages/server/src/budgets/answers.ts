import type { Answer, StreamItem } from "@a2a/bridge";
import type { Principal } from "@a2a/types";
import { Budget, type QuotaOwner } from "./budget.ts";
import type { HeavyWork } from "./heavy-work.ts";
import { LimitError } from "./limit-error.ts";

/** How much of answers may wait for its readers. */
export interface AnswerLimitOptions {
  /**
   * The characters of large answers that are being sent at the same time, snapshots of streams included. One caller may use half of
   * it. Default 32 Mi.
   */
  maxAnswerSizeInFlight?: number;
}

/** Answers up to this size are not counted. */
export const SMALL_ANSWER = 65_536;

/** Counts large answers until they were sent, so that callers who do not read them cannot fill the memory. */
export class Answers {
  readonly #budget: Budget;
  readonly #heavy: HeavyWork;
  readonly #ownerOf: QuotaOwner;

  constructor({ maxAnswerSizeInFlight = 33_554_432 }: AnswerLimitOptions, heavy: HeavyWork, ownerOf: QuotaOwner) {
    this.#heavy = heavy;
    this.#ownerOf = ownerOf;
    this.#budget = new Budget(maxAnswerSizeInFlight, maxAnswerSizeInFlight / 2);
  }

  /** How many characters of answers are being sent. */
  get inFlight(): number {
    return this.#budget.used;
  }

  /**
   * Waits for the turn of a large answer, and counts it until the function it resolves with is called; `undefined` for a small one. Rejects
   * when there is no room for it.
   */
  readonly count = async (size: number, caller: Principal): Promise<(() => void) | undefined> => {
    if (size <= SMALL_ANSWER) return undefined;
    await this.#heavy.turn();
    return this.reserve(size, caller);
  };

  /** Counts an answer until the function that is returned is called. Throws when there is no room for it; a single answer always fits. */
  admit({ body }: Answer, caller: Principal): (() => void) | undefined {
    return typeof body === "string" && body.length > SMALL_ANSWER ? this.reserve(body.length, caller) : undefined;
  }

  /** Counts the first batch of a stream, the snapshot, until the second is asked for. Throws when there is no room for it. */
  admitStream(
    batches: AsyncIterable<readonly StreamItem[]>,
    size: number,
    caller: Principal,
  ): AsyncIterable<readonly StreamItem[]> {
    const stream = batches[Symbol.asyncIterator]();
    try {
      return new CountedStream(stream, this.reserve(size, caller));
    } catch (error) {
      void stream.return?.();
      throw error;
    }
  }

  /** Counts so many characters until the function that is returned is called. Throws when there is no room for them. */
  reserve(size: number, caller: Principal): () => void {
    const budget = this.#budget;
    const owner = this.#ownerOf(caller);
    const counted = Math.min(size, budget.share);
    if (!budget.take(owner, counted)) {
      const message = `More than ${budget.total} characters of answers wait for their readers: read them, and try again`;
      throw new LimitError("maxAnswerSizeInFlight", "CAPACITY_EXCEEDED", message, { retryAfterMs: 1_000 });
    }
    let isTaken = true;
    return () => {
      if (isTaken) budget.give(owner, counted);
      isTaken = false;
    };
  }
}

/** Not an async generator: `return` on one that is waiting takes effect only after the next batch. */
class CountedStream implements AsyncIterableIterator<readonly StreamItem[], undefined> {
  readonly #source: AsyncIterator<readonly StreamItem[], undefined>;
  readonly #release: () => void;
  #hasBegun = false;

  constructor(source: AsyncIterator<readonly StreamItem[], undefined>, release: () => void) {
    this.#source = source;
    this.#release = release;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<readonly StreamItem[], undefined>> {
    if (this.#hasBegun) this.#release();
    this.#hasBegun = true;
    return this.#source.next();
  }

  async return(): Promise<IteratorResult<readonly StreamItem[], undefined>> {
    this.#release();
    await this.#source.return?.();
    return { done: true, value: undefined };
  }
}

import type { Budget } from "@a2a/server/backend-kit";
import { NoRoomError, SMALL } from "./answer-budget.ts";

/**
 * The bytes of an event stream. Those of the event that is being read, or has not been taken by its caller, count. Not an async
 * generator, which would hold on to the last chunk of a stream that is idle.
 */
export class CountedBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #body: AsyncIterator<Uint8Array, undefined>;
  readonly #budget: Budget;
  readonly #caller: string | undefined;
  /** Bytes since the end of the last event, and how many of them are counted. */
  #pending = 0;
  #taken = 0;
  /** How many of those that were pending come after the end of an event, which the caller has not taken yet. */
  #afterEvent: number | undefined;
  #isLineStart = true;
  readonly #count = (read: IteratorResult<Uint8Array, undefined>) => this.#counted(read);
  readonly #fail = (error: unknown): never => {
    this.#give();
    throw error;
  };

  constructor(body: AsyncIterable<Uint8Array>, budget: Budget, caller: string | undefined) {
    this.#body = body[Symbol.asyncIterator]();
    this.#budget = budget;
    this.#caller = caller;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    // A reader that asks for more has taken all complete events.
    if (this.#afterEvent !== undefined) {
      this.#pending = this.#afterEvent;
      this.#afterEvent = undefined;
      this.#give();
    }
    return this.#body.next().then(this.#count, this.#fail);
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#give();
    await this.#body.return?.();
    return { done: true, value: undefined };
  }

  #counted(read: IteratorResult<Uint8Array, undefined>): IteratorResult<Uint8Array, undefined> {
    if (read.done) {
      this.#give();
      return read;
    }
    const chunk = read.value;
    this.#pending += chunk.byteLength;
    const wanted = this.#pending > SMALL ? Math.min(this.#pending, this.#budget.share) : 0;
    if (wanted > this.#taken) {
      if (!this.#budget.take(this.#caller, wanted - this.#taken)) {
        void this.return();
        throw new NoRoomError(this.#budget.total);
      }
      this.#taken = wanted;
    }
    const end = endOfEvents(chunk, this.#isLineStart);
    this.#isLineStart = isLineBreak(chunk.at(-1));
    if (end > 0) this.#afterEvent = chunk.byteLength - end;
    return read;
  }

  #give(): void {
    if (this.#taken > 0) this.#budget.give(this.#caller, this.#taken);
    this.#taken = 0;
  }
}

/** Where the last event that ends in a chunk does; 0 where none does. `isLineStart`: the chunk before ended with a line. */
function endOfEvents(chunk: Uint8Array, isLineStart: boolean): number {
  for (let at = lineBreak(chunk, chunk.length - 1); at >= 0; ) {
    const before = chunk[at] === LINE_FEED && chunk[at - 1] === RETURN ? at - 2 : at - 1;
    if (before < 0 ? isLineStart : isLineBreak(chunk[before])) return at + 1;
    at = before < 0 ? -1 : lineBreak(chunk, before);
  }
  return 0;
}

const LINE_FEED = 10;
const RETURN = 13;

function lineBreak(chunk: Uint8Array, from: number): number {
  return Math.max(chunk.lastIndexOf(LINE_FEED, from), chunk.lastIndexOf(RETURN, from));
}

function isLineBreak(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === RETURN;
}

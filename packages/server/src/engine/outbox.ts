import type { EngineCore } from "./engine-core.ts";
import type { Decided } from "./port/lease.ts";
import type { TaskRow } from "./rules/task-row.ts";
import type { EventText } from "./text/event-text.ts";

/** What several calls appended to a log, on its way to the store: written as if it had been one call. */
export class Outbox {
  /** The events of all of them, one after the other. */
  readonly texts: EventText[] = [];
  /** How many events there are with each call, and who is to know what became of it. */
  readonly #ends: number[] = [];
  readonly #decided: Decided[] = [];
  /** The number of the event before the first. */
  #before = 0;
  /** From which call on they were refused, and why. */
  #refusedFrom = Number.POSITIVE_INFINITY;
  #refusal: unknown;

  /** How many calls it holds. */
  get size(): number {
    return this.#decided.length;
  }

  /** A call has put its events into `texts`. */
  close(decided: Decided): void {
    this.#ends.push(this.texts.length);
    this.#decided.push(decided);
  }

  /** Adds everything to a log. What is refused is refused alone, and throws if it was all. It may be tried again. */
  extend(core: EngineCore, row: TaskRow): void {
    this.#before = row.seq;
    this.#refusedFrom = Number.POSITIVE_INFINITY;
    try {
      core.extend(row, this.texts);
    } catch (error) {
      if (this.size === 1) throw error;
      this.#extendOneByOne(core, row);
    }
  }

  /** Tells everybody that it is written, but for what was refused. */
  tell(): void {
    this.#decided.forEach((decided, call) => {
      if (call >= this.#refusedFrom) decided(this.#refusal, 0);
      else decided(undefined, this.#before + (this.#ends[call] ?? 0));
    });
  }

  /** Tells everybody that nothing is written. */
  refuse(why: unknown): void {
    for (const decided of this.#decided) decided(why, 0);
  }

  /** One of them is refused, and with it those that came after it in good faith. */
  #extendOneByOne(core: EngineCore, row: TaskRow): void {
    let start = 0;
    for (const [call, end] of this.#ends.entries()) {
      try {
        core.extend(row, this.texts.slice(start, end));
      } catch (error) {
        this.#refusedFrom = call;
        this.#refusal = error;
        return;
      }
      start = end;
    }
  }
}

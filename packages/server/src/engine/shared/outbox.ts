import { isTerminal } from "@a2a/types";
import type { OnAppended } from "../port/lease.ts";
import type { EventText } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { type AssertRoom, extendLog, type LogLimits } from "./rules/append.ts";
import type { TaskRow } from "./rules/task-row.ts";

/** The events of several calls to a lease, on their way to the store: written as if it had been one call. */
export class Outbox {
  /** The events of all calls in order. */
  readonly events: EventText[] = [];
  /** A checkpoint to store with them, as JSON. */
  checkpoint: string | undefined;
  /** For each call, where its events end, and whom to tell the result. */
  readonly #ends: number[] = [];
  readonly #onResult: OnAppended[] = [];
  /** The size of the events that belong to ended calls, in characters. */
  characters = 0;
  /** The sequence number before the first event. */
  #before = 0;
  /** From which call on they were refused, and why. */
  #refusedFrom = Number.POSITIVE_INFINITY;
  #refusal: unknown;

  /** How many calls it holds. */
  get size(): number {
    return this.#onResult.length;
  }

  /** Why calls were refused, if some were while others were written. */
  get refusal(): unknown {
    return this.#refusal;
  }

  /** Ends a call, whose events are in `events` by now; returns their size. */
  endCall(onResult: OnAppended): number {
    let size = 0;
    for (let index = this.#ends.at(-1) ?? 0; index < this.events.length; index++) {
      size += this.events[index]?.json.length ?? 0;
    }
    this.characters += size;
    this.#ends.push(this.events.length);
    this.#onResult.push(onResult);
    return size;
  }

  /** Appends all calls to a log. A refused call is refused with those after it, and throws if it was the first. */
  extend(
    row: TaskRow,
    limits: LogLimits,
    assertRoom: AssertRoom,
  ): { readonly entries: TextEntry[]; readonly events: readonly EventText[] } {
    this.#before = row.seq;
    this.#refusedFrom = Number.POSITIVE_INFINITY;
    this.#refusal = undefined;
    try {
      const entries = extendLog(row, this.events, limits, assertRoom);
      if (this.checkpoint !== undefined && !isTerminal(row.state)) row.checkpoint = this.checkpoint;
      return { entries, events: this.events };
    } catch (error) {
      if (this.size === 1) throw error;
      return this.#extendOneByOne(row, limits, assertRoom);
    }
  }

  /** All calls were written; the last event has this sequence number. */
  written(seq: number): void {
    this.#before = seq - this.events.length;
  }

  /** Reports success to every call but those that were refused. */
  settle(): void {
    this.#onResult.forEach((onResult, call) => {
      if (call >= this.#refusedFrom) onResult(this.#refusal, 0);
      else onResult(undefined, this.#before + (this.#ends[call] ?? 0));
    });
  }

  /** Reports to every call that nothing was written. */
  refuse(error: unknown): void {
    for (const onResult of this.#onResult) onResult(error, 0);
  }

  #extendOneByOne(
    row: TaskRow,
    limits: LogLimits,
    assertRoom: AssertRoom,
  ): { entries: TextEntry[]; events: readonly EventText[] } {
    const entries: TextEntry[] = [];
    let start = 0;
    for (const [call, end] of this.#ends.entries()) {
      try {
        entries.push(...extendLog(row, this.events.slice(start, end), limits, assertRoom));
      } catch (error) {
        this.#refusedFrom = call;
        this.#refusal = error;
        break;
      }
      start = end;
    }
    return { entries, events: this.events.slice(0, start) };
  }
}

import { runAfterPoll, runOnNextTick } from "./scheduler.ts";

/**
 * Collects items and hands them over back to back, once per turn of the event loop: the same work costs half as much as between
 * system calls (docs/decisions/011). An item that comes alone, when the turn before had no company for it either, is handed over
 * on the next tick, so that a lone caller does not wait (docs/decisions/020).
 */
export class TurnBatch<Item> {
  readonly #process: (items: Item[]) => void;
  #items: Item[] = [];
  /** How many items came in this turn of the event loop, and in the last one in which any came. */
  #arrived = 0;
  #arrivedBefore = 0;
  readonly #onTick = () => this.#handOver();
  readonly #onTurn = () => this.#endTurn();

  constructor(process: (items: Item[]) => void) {
    this.#process = process;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#arrived += 1;
    if (this.#arrived > 1) return;
    runAfterPoll(this.#onTurn);
    if (this.#arrivedBefore <= 1) runOnNextTick(this.#onTick);
  }

  #endTurn(): void {
    this.#arrivedBefore = this.#arrived;
    this.#arrived = 0;
    this.#handOver();
  }

  #handOver(): void {
    const items = this.#items;
    if (items.length === 0) return;
    this.#items = [];
    this.#process(items);
  }
}

/** A function that delays calls like the items of a batch: those of one event-loop turn are made back to back. */
export function turnQueue(): (call: () => void) => void {
  const waiting = new TurnBatch<() => void>((calls) => {
    for (const call of calls) call();
  });
  return (call) => waiting.add(call);
}

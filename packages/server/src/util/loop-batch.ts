import { runAfterPoll, runOnNextTick } from "./scheduler.ts";

/**
 * Collects items and hands them over back to back, once per iteration of the event loop: the same work costs half as much as between
 * system calls (docs/decisions/011). An item that comes alone, when the iteration before had no company for it either, is handed over
 * on the next tick, so that a lone caller does not wait (docs/decisions/020).
 */
export class LoopBatch<Item> {
  readonly #process: (items: Item[]) => void;
  #items: Item[] = [];
  /** How many items came in this iteration of the event loop, and in the last one in which any came. */
  #arrived = 0;
  #arrivedBefore = 0;
  readonly #onTick = () => this.#handOver();
  readonly #onIteration = () => this.#endIteration();

  constructor(process: (items: Item[]) => void) {
    this.#process = process;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#arrived += 1;
    if (this.#arrived > 1) return;
    runAfterPoll(this.#onIteration);
    if (this.#arrivedBefore <= 1) runOnNextTick(this.#onTick);
  }

  #endIteration(): void {
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

/** A function that delays calls like the items of a batch: those of one event loop iteration are made back to back. */
export function loopQueue(): (call: () => void) => void {
  const waiting = new LoopBatch<() => void>((calls) => {
    for (const call of calls) call();
  });
  return (call) => waiting.add(call);
}

import type { SharedEvents } from "../store/sharing.ts";

/** How hints travel between engines. */
export interface HintBus {
  /** The longest text that can be sent, in bytes. */
  readonly maxBytes: number;
  /** The shortest interval between two sends, in milliseconds. */
  readonly intervalMs: number;
  /** Sends texts to all engines; failures are harmless. */
  send(payloads: readonly string[]): Promise<unknown>;
}

type Queue = Parameters<SharedEvents["available"]>[0];

/**
 * Tells other engines which tasks have changed. A change is sent at once, or in one batch with others within the interval.
 * Hints may get lost: they only make an engine look before its next poll.
 */
export class CoalescedHints {
  readonly #bus: HintBus;
  readonly #sender: string;
  readonly #tasks = new Set<string>();
  readonly #queues = new Set<Queue>();
  #sending = false;
  #sentAt = Number.NEGATIVE_INFINITY;

  /** @param sender The id of this engine, which ignores its own hints. */
  constructor(bus: HintBus, sender: string) {
    this.#bus = bus;
    this.#sender = sender;
  }

  /** A task has changed, and made work available. */
  add(taskId: string, queues: readonly Queue[]): void {
    this.#tasks.add(taskId);
    for (const queue of queues) this.#queues.add(queue);
    if (this.#sending) return;
    this.#sending = true;
    void this.#send();
  }

  /** A hint has arrived. */
  receive(payload: string, events: SharedEvents): void {
    // Only engines write to the bus.
    const [sender, queues, taskIds] = JSON.parse(payload) as [string, Queue[], string[]];
    if (sender === this.#sender) return;
    for (const taskId of taskIds) events.changed(taskId);
    for (const queue of queues) events.available(queue);
  }

  async #send(): Promise<void> {
    while (this.#tasks.size > 0) {
      const waitMs = this.#sentAt + this.#bus.intervalMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      this.#sentAt = performance.now();
      await this.#bus.send(this.#payloads()).catch(() => undefined);
    }
    this.#sending = false;
  }

  #payloads(): string[] {
    const queues = [...this.#queues];
    const payload = (taskIds: readonly string[]) => JSON.stringify([this.#sender, queues, taskIds]);
    const payloads: string[] = [];
    let taskIds: string[] = [];
    let bytes = 0;
    for (const id of this.#tasks) {
      const size = new TextEncoder().encode(JSON.stringify(id)).length + 1;
      if (bytes + size > this.#bus.maxBytes - payload([]).length) {
        payloads.push(payload(taskIds));
        [taskIds, bytes] = [[], 0];
      }
      taskIds.push(id);
      bytes += size;
    }
    this.#tasks.clear();
    this.#queues.clear();
    return [...payloads, payload(taskIds)];
  }
}

import type { CallFacts } from "../engine/port/task-engine.ts";
import { type Metrics, UNLABELED } from "../metrics/metrics.ts";

/** Measures the messages that wait for turns which run in this process. */
export class QueueMeter {
  readonly #metrics: Metrics;
  /** How many messages wait, by the task that runs here. */
  readonly #waiting = new Map<string, number>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  begin(taskId: string): void {
    this.#waiting.set(taskId, 0);
  }

  /** A message was queued. Where its task runs elsewhere, that is measured nowhere: nobody here would learn of its turn. */
  queued(taskId: string | undefined): void {
    const waiting = taskId === undefined ? undefined : this.#waiting.get(taskId);
    if (taskId === undefined || waiting === undefined) return;
    this.#waiting.set(taskId, waiting + 1);
    this.#metrics.record("a2a.server.queue.depth", 1, UNLABELED);
  }

  /** A message waits no longer. */
  dequeued(taskId: string, { acceptedAt }: CallFacts): void {
    const waiting = this.#waiting.get(taskId) ?? 0;
    if (waiting > 0) {
      this.#waiting.set(taskId, waiting - 1);
      this.#metrics.record("a2a.server.queue.depth", -1, UNLABELED);
    }
    if (typeof acceptedAt !== "number") return;
    // By the wall clock: the message may have been accepted by another process.
    this.#metrics.record("a2a.server.queue.wait", Math.max(0, Date.now() - acceptedAt) / 1_000, UNLABELED);
  }

  /** No turn of the task runs here any longer: what still waits has been refused, or waits elsewhere. */
  end(taskId: string): void {
    const waiting = this.#waiting.get(taskId) ?? 0;
    if (waiting > 0) this.#metrics.record("a2a.server.queue.depth", -waiting, UNLABELED);
    this.#waiting.delete(taskId);
  }
}

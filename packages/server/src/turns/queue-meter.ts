import { type Metrics, secondsSince, UNLABELED } from "../telemetry/metrics.ts";

/** Measures the messages that wait for turns which run in this process. */
export class QueueMeter {
  readonly #metrics: Metrics;
  /** The tasks that run here. */
  readonly #running = new Set<string>();
  /** When messages were queued, by their task. */
  readonly #waiting = new Map<string, number[]>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  begin(taskId: string): void {
    this.#running.add(taskId);
  }

  /** A message was queued. Messages for tasks that another engine runs are not counted, since this one does not see their turns. */
  queued(taskId: string | undefined): void {
    if (taskId === undefined || !this.#running.has(taskId)) return;
    const waiting = this.#waiting.get(taskId) ?? [];
    waiting.push(performance.now());
    this.#waiting.set(taskId, waiting);
    this.#metrics.record("a2a.server.queue.depth", 1, UNLABELED);
  }

  /** The oldest message waits no longer. */
  dequeued(taskId: string): void {
    const since = this.#waiting.get(taskId)?.shift();
    if (since === undefined) return;
    this.#metrics.record("a2a.server.queue.depth", -1, UNLABELED);
    this.#metrics.record("a2a.server.queue.wait", secondsSince(since), UNLABELED);
  }

  /** No turn of the task runs here any longer. Waiting messages were rejected, or wait in another engine. */
  end(taskId: string): void {
    this.#running.delete(taskId);
    const waiting = this.#waiting.size > 0 ? this.#waiting.get(taskId) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(taskId);
    if (waiting.length > 0) this.#metrics.record("a2a.server.queue.depth", -waiting.length, UNLABELED);
  }
}

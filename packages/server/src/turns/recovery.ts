import { agentMessage, type Logger, pause } from "@a2a/types";
import type { Lease, TaskEngine } from "../engine/port/task-engine.ts";
import { type Metrics, UNLABELED } from "../telemetry/metrics.ts";
import { retryStorage } from "./retry-storage.ts";

/** How many turns are claimed at once. */
const BATCH = 16;

/**
 * The recovery of a turn that a crash interrupted. `fail`: its task fails with a reason, since a turn may not be safe to repeat.
 * `retry`: it runs again. `resume`: it runs again with its checkpoint; the author promises that this is safe.
 */
export type RecoveryPolicy = "fail" | "retry" | "resume";

/** How interrupted turns are recovered. */
export interface RecoveryOptions {
  readonly policy: RecoveryPolicy;
  /** How often a turn is run at most. */
  readonly maxAttempts: number;
  /** Runs a turn. */
  start(lease: Lease): void;
  readonly logger: Logger;
  readonly metrics?: Metrics | undefined;
}

/** Claims orphaned turns: interrupted by a crash, or requeued by a shutdown. */
export class Recovery {
  readonly #engine: TaskEngine;
  readonly #options: RecoveryOptions;
  readonly #stop = new AbortController();
  readonly #failing = new Set<Promise<void>>();
  readonly #running: Promise<void>;

  constructor(engine: TaskEngine, options: RecoveryOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#running = this.#run();
  }

  /** Claims nothing more, and waits for the turns that are being ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await Promise.allSettled(this.#failing);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const leases = await this.#engine.claim(BATCH);
        // Each on its own: a turn whose end cannot be stored must not hold up the others.
        for (const lease of leases) this.#takeOver(lease);
        if (leases.length === 0) await this.#engine.ready("turns", { signal });
      } catch (error) {
        if (signal.aborted) return;
        this.#options.logger.error({ error }, "interrupted turns could not be claimed");
        await pause(1_000, signal).catch(() => undefined);
      }
    }
  }

  #takeOver(lease: Lease): void {
    const { policy, maxAttempts, start, logger, metrics } = this.#options;
    if (lease.recovered) metrics?.record("a2a.server.lease.recoveries", 1, UNLABELED);
    const again = !lease.recovered || (policy !== "fail" && lease.attempt <= maxAttempts);
    if (again) {
      start(lease);
      return;
    }
    const failing = this.#fail(lease)
      .catch((error: unknown) =>
        logger.error({ taskId: lease.taskId, error }, "an interrupted turn could not be ended"),
      )
      .finally(() => this.#failing.delete(failing));
    this.#failing.add(failing);
  }

  async #fail(lease: Lease): Promise<void> {
    const { start, logger } = this.#options;
    const { taskId, contextId } = lease;
    logger.warn({ taskId }, "the turn was interrupted; its task fails");
    const text = "The agent was interrupted by a restart before it could finish";
    const message = agentMessage(text, { taskId, contextId });
    const status = { state: "TASK_STATE_FAILED" as const, message };
    const metadata = { reason: "WORKER_LOST", retryable: true };
    await retryStorage(lease, logger, () => lease.append([{ statusUpdate: { taskId, contextId, status, metadata } }]));
    const next = await retryStorage(lease, logger, () => lease.release());
    if (next) start(next);
  }
}

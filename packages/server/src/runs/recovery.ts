import { agentMessage, type Logger } from "@a2a/types";
import type { Lease, TaskEngine } from "../engine/port/task-engine.ts";

/**
 * What happens to a turn that a crash cut off. `fail`: its task fails with a reason; running twice unasked would be worse. `retry`: it
 * runs again. `resume`: it runs again with its checkpoint; the author promises that this does no harm.
 */
export type RecoveryPolicy = "fail" | "retry" | "resume";

/** How cut-off turns are taken up. */
export interface RecoveryOptions {
  readonly policy: RecoveryPolicy;
  /** How many times a turn is run at most. */
  readonly maxAttempts: number;
  /** Carries a turn out. */
  start(lease: Lease): void;
  readonly logger: Logger;
}

/** Takes up the turns nobody carries out: cut off by a crash, or put back by a shutdown. */
export class Recovery {
  readonly #engine: TaskEngine;
  readonly #options: RecoveryOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(engine: TaskEngine, options: RecoveryOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#running = this.#run();
  }

  /** Takes up nothing more. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const leases = await this.#engine.claim(16);
        for (const lease of leases) await this.#takeUp(lease);
        if (leases.length === 0) await this.#engine.ready("turns", { signal });
      } catch (error) {
        if (signal.aborted) return;
        this.#options.logger.error({ error }, "turns left behind cannot be read");
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }

  async #takeUp(lease: Lease): Promise<void> {
    const { policy, maxAttempts, logger } = this.#options;
    const again = !lease.recovered || (policy !== "fail" && lease.attempt <= maxAttempts);
    if (again) return this.#options.start(lease);
    const { taskId, contextId } = lease;
    logger.warn({ taskId }, "a turn was cut off; its task fails");
    const text = "The agent was interrupted by a restart before it could finish";
    const message = agentMessage(text, { taskId, contextId });
    const status = { state: "TASK_STATE_FAILED" as const, message };
    const metadata = { reason: "WORKER_LOST", retryable: true };
    await lease.append([{ statusUpdate: { taskId, contextId, status, metadata } }]);
    const next = await lease.release();
    if (next) this.#options.start(next);
  }
}

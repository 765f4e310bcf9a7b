import { isLocalError, type Logger, pause } from "@a2a/types";
import type { PushClaim } from "../engine/port/task-engine.ts";
import { backoffMs, MAX_ATTEMPTS } from "./backoff.ts";
import { type Deliverer, deliver } from "./deliver.ts";
import { WebhookFolds } from "./webhook-folds.ts";

// How many webhooks are served concurrently.
const MAX_CONCURRENT = 16;

/** Posts the events of tasks to their webhooks: in order for each webhook, at least once, also across restarts. */
export class PushSender {
  readonly #deliverer: Deliverer;
  readonly #folds: WebhookFolds;
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #claims = new Set<Promise<void>>();

  constructor(deliverer: Deliverer, logger: Logger) {
    this.#deliverer = deliverer;
    this.#folds = new WebhookFolds(deliverer.engine);
    this.#logger = logger;
    this.#running = this.#run();
  }

  /** Takes no more claims and waits for the deliveries under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await Promise.allSettled(this.#claims);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const claims =
          this.#claims.size < MAX_CONCURRENT
            ? await this.#deliverer.engine.claimPush(MAX_CONCURRENT - this.#claims.size)
            : [];
        for (const claim of claims) this.#start(claim);
        if (claims.length > 0) continue;
        if (this.#claims.size >= MAX_CONCURRENT) await Promise.race(this.#claims);
        else await this.#deliverer.engine.ready("pushes", { signal });
      } catch (error) {
        if (signal.aborted) return;
        this.#logger.error({ error }, "webhooks could not be claimed");
        await pause(1_000, signal).catch(() => undefined);
      }
    }
  }

  #start(claim: PushClaim): void {
    const work = this.#serve(claim).catch((error: unknown) => {
      this.#logger.error({ taskId: claim.record.taskId, error }, "a webhook could not be served");
      // The claim expires if it cannot be released.
      return claim.release().catch(() => undefined);
    });
    this.#claims.add(work);
    void work.finally(() => this.#claims.delete(work));
  }

  async #serve(claim: PushClaim): Promise<void> {
    const { record } = claim;
    for (const entry of claim.entries) {
      if (this.#stop.signal.aborted) break;
      const delivered = await this.#attempt(claim, entry);
      if (delivered === "taken") {
        await claim.advance(entry.seq);
        continue;
      }
      if (delivered === "gone" || record.attempts + 1 >= MAX_ATTEMPTS) {
        const why = delivered === "gone" ? "the receiver is gone" : "it failed for a day";
        this.#logger.warn({ taskId: record.taskId, webhook: record.id }, `a webhook was removed: ${why}`);
        await this.#deliverer.engine.deletePush(record.scope, record.taskId, record.id);
        this.#folds.delete(record);
        break;
      }
      await claim.retry(delivered.retryAfterMs ?? backoffMs(record.attempts));
      return;
    }
    await claim.release();
  }

  async #attempt({ record }: PushClaim, entry: PushClaim["entries"][number]) {
    try {
      return await deliver(this.#deliverer, this.#folds, record, entry);
    } catch (error) {
      this.#logger.warn({ taskId: record.taskId, webhook: record.id, error }, "a delivery failed");
      // An address that must not be called will not become one that may.
      return isLocalError(error, "BLOCKED") ? ("gone" as const) : { retryAfterMs: undefined };
    }
  }
}

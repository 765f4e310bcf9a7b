import { isLocalError, type Logger, pause } from "@a2a/types";
import { type Backoff, backoffMs } from "@a2a/types/internal";
import type { WebhookClaim, WebhookFilter } from "../engine/port/task-engine.ts";
import { LabelCache, UNLABELED } from "../telemetry/metrics.ts";
import { type Deliverer, deliver } from "./deliver.ts";
import { type DeliveryLimits, DeliverySlots } from "./delivery-slots.ts";
import type { Delivered } from "./post-delivery.ts";
import { WebhookFolds } from "./webhook-folds.ts";

const LIMITS: DeliveryLimits = { total: 64, perOwner: 8, perHost: 16 };
/** How many times one event is tried before its webhook is given up: a good day, with the longest waits an hour apart. */
const MAX_ATTEMPTS = 36;
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 3_600_000, fixed: 0.5 };
/** How long deliveries in progress may take when the server shuts down; aborted ones are repeated after the restart. */
const CLOSE_GRACE_MS = 1_000;

const OUTCOMES = new LabelCache();

/** Posts the events of tasks to their webhooks: in order for each webhook, at least once, also across restarts. */
export class WebhookSender {
  readonly #deliverer: Deliverer;
  readonly #folds: WebhookFolds;
  readonly #logger: Logger;
  readonly #slots = new DeliverySlots(LIMITS);
  readonly #stop = new AbortController();
  readonly #cutOff = new AbortController();
  readonly #running: Promise<void>;
  readonly #deliveries = new Set<Promise<void>>();

  constructor(deliverer: Deliverer, logger: Logger) {
    this.#deliverer = deliverer;
    this.#folds = new WebhookFolds(deliverer.engine);
    this.#logger = logger;
    this.#running = this.#run();
  }

  /** Claims nothing more, and waits a moment for the deliveries under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    const timer = setTimeout(() => this.#cutOff.abort(), CLOSE_GRACE_MS);
    await Promise.allSettled(this.#deliveries);
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { engine } = this.#deliverer;
    while (!signal.aborted) {
      try {
        const filter = this.#slots.filter();
        const claims = this.#slots.free > 0 ? await engine.claimWebhooks(this.#slots.free, filter) : [];
        await Promise.all(claims.map((claim) => this.#start(claim)));
        if (claims.length === 0) await this.#untilReady(filter);
      } catch (error) {
        if (signal.aborted) return;
        this.#logger.error({ error }, "webhooks could not be claimed");
        await pause(1_000, signal).catch(() => undefined);
      }
    }
  }

  /** Resolves when a webhook is due that may be claimed, or a delivery has ended. */
  async #untilReady(filter: WebhookFilter): Promise<void> {
    const done = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, done.signal]);
    const ready = this.#slots.free > 0 ? [this.#deliverer.engine.ready("webhooks", { signal, filter })] : [];
    try {
      await Promise.race([...ready, ...this.#deliveries]);
    } finally {
      done.abort();
      await Promise.allSettled(ready);
    }
  }

  /** Starts a delivery; one that exceeds a limit after all is put back. */
  async #start(claim: WebhookClaim): Promise<void> {
    const giveBack = this.#slots.take(claim.record);
    if (!giveBack) return claim.release();
    const delivery = this.#serve(claim)
      .catch((error: unknown) => {
        this.#logger.error({ taskId: claim.record.taskId, error }, "a webhook could not be served");
        // The claim expires if it cannot be released.
        return claim.release().catch(() => undefined);
      })
      .finally(() => {
        giveBack();
        this.#deliveries.delete(delivery);
      });
    this.#deliveries.add(delivery);
  }

  async #serve(claim: WebhookClaim): Promise<void> {
    const { record } = claim;
    for (const entry of claim.entries) {
      if (this.#stop.signal.aborted) break;
      const delivered = await this.#attempt(claim, entry);
      this.#measure(delivered, entry);
      if (delivered === "taken") {
        await claim.advance(entry.seq);
        continue;
      }
      if (delivered === "gone" || record.attempts + 1 >= MAX_ATTEMPTS) {
        const why = delivered === "gone" ? "the receiver is gone" : "it failed for a day";
        this.#logger.warn({ taskId: record.taskId, webhook: record.id }, `a webhook was removed: ${why}`);
        await this.#deliverer.engine.deleteWebhook(record.scope, record.taskId, record.id);
        this.#folds.delete(record);
        break;
      }
      if (this.#cutOff.signal.aborted) break;
      await claim.retry(delivered.retryAfterMs ?? backoffMs(record.attempts, BACKOFF));
      return;
    }
    await claim.release();
  }

  #measure(delivered: Delivered, { event }: WebhookClaim["entries"][number]): void {
    const { metrics } = this.#deliverer;
    if (metrics === undefined || "received" in event) return;
    const outcome = typeof delivered === "string" ? delivered : "failed";
    const labels = OUTCOMES.of(outcome, () => ({ "a2a.webhook.outcome": outcome }));
    metrics.record("a2a.server.webhook.deliveries", 1, labels);
    // Only a status tells when it was.
    const status =
      "statusUpdate" in event ? event.statusUpdate.status : "task" in event ? event.task.status : undefined;
    if (delivered !== "taken" || status?.timestamp === undefined) return;
    const lagMs = Math.max(0, Date.now() - Date.parse(status.timestamp));
    metrics.record("a2a.server.webhook.lag", lagMs / 1_000, UNLABELED);
  }

  async #attempt({ record }: WebhookClaim, entry: WebhookClaim["entries"][number]) {
    try {
      return await deliver(this.#deliverer, this.#folds, record, entry, this.#cutOff.signal);
    } catch (error) {
      if (this.#cutOff.signal.aborted) return { retryAfterMs: undefined };
      this.#logger.warn({ taskId: record.taskId, webhook: record.id, error }, "a delivery failed");
      // An address that must not be called will not become one that may.
      return isLocalError(error, "BLOCKED") ? ("gone" as const) : { retryAfterMs: undefined };
    }
  }
}

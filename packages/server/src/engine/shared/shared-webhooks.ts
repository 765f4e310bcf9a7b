import type { LiveTask } from "../live/live-task.ts";
import type { ReadyOptions, Scope } from "../port/task-engine.ts";
import type { NewWebhook, WebhookClaim, WebhookFilter, WebhookRecord } from "../port/webhook-record.ts";
import { assertWebhookQuota, type ClaimUpdate, newWebhookRecord } from "../rules/webhooks.ts";
import type { Sharing } from "../store/sharing.ts";
import type { TaskRecord } from "../store/task-store.ts";
import { CLAIM_MS, claimOf, type Webhooks } from "../webhook-claims.ts";
import type { SharedState } from "./shared-state.ts";

/** The webhooks of an engine with shared storage: readers with their own rows and claims, which do not need the lease of their task. */
export class SharedWebhooks implements Webhooks {
  readonly #state: SharedState;
  readonly #sharing: Sharing;
  readonly #stopPolling: () => void;

  constructor(state: SharedState) {
    const { sharing } = state.store;
    this.#state = state;
    this.#sharing = sharing;
    this.#stopPolling = state.scheduler.every(sharing.pollMs, () => state.webhooks.wake());
  }

  async set(scope: Scope, taskId: string, webhook: NewWebhook): Promise<WebhookRecord> {
    const { store, limits, createId } = this.#state;
    const { record } = await this.#find(scope, taskId);
    const [present, owners] = await Promise.all([store.webhooksOf(record), store.countWebhooks(scope)]);
    assertWebhookQuota(present, owners, webhook, limits);
    return this.#sharing.webhooks.set(record, newWebhookRecord(record.head, webhook, createId(), record.head.seq + 1));
  }

  async list(scope: Scope, taskId: string): Promise<WebhookRecord[]> {
    const { record } = await this.#find(scope, taskId);
    return [...(await this.#state.store.webhooksOf(record))];
  }

  async delete(scope: Scope, taskId: string, id: string): Promise<boolean> {
    const { record } = await this.#find(scope, taskId);
    return this.#sharing.webhooks.delete(record, id);
  }

  async claim(limit: number, filter: WebhookFilter = {}): Promise<WebhookClaim[]> {
    this.#state.assertNotClosed();
    const records = await this.#sharing.webhooks.claim(limit, filter, CLAIM_MS);
    const claims = await Promise.all(records.map((record) => this.#claimed(record)));
    return claims.filter((claim) => claim !== undefined);
  }

  async ready({ signal, filter = {} }: ReadyOptions): Promise<void> {
    signal?.throwIfAborted();
    while (this.#state.phase !== "closed") {
      const waiting = this.#state.webhooks.wait(signal);
      // There may be no waiter.
      waiting.catch(() => undefined);
      if (await this.#sharing.webhooks.isDue(filter)) return;
      await waiting;
    }
  }

  stop(): void {
    this.#stopPolling();
  }

  async #claimed(webhook: WebhookRecord): Promise<WebhookClaim | undefined> {
    const task = await this.#state.tasks.find(webhook.taskId);
    return task && claimOf(this.#state, task, webhook, (update) => this.#update(webhook, update));
  }

  async #update(webhook: WebhookRecord, update: ClaimUpdate): Promise<void> {
    this.#state.assertNotClosed();
    await this.#sharing.webhooks.update(webhook, update);
  }

  async #find(scope: Scope, taskId: string): Promise<LiveTask & { record: TaskRecord }> {
    return (await this.#state.tasks.get(scope, taskId)) as LiveTask & { record: TaskRecord }; // it exists
  }
}

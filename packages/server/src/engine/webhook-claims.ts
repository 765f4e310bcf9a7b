import type { EngineState } from "./live/engine-state.ts";
import type { LiveTask } from "./live/live-task.ts";
import type { ReadyOptions, Scope } from "./port/task-engine.ts";
import type { NewWebhook, WebhookClaim, WebhookFilter, WebhookRecord } from "./port/webhook-record.ts";
import {
  assertWebhookQuota,
  type ClaimUpdate,
  claimWebhook,
  dueAt,
  newWebhookRecord,
  updatedClaim,
  withWebhook,
} from "./rules/webhooks.ts";
import { atOnce, type DueWebhooks, type TaskRecord } from "./store/task-store.ts";

/** How many events a claim has at most. */
const ENTRIES_PER_CLAIM = 32;
/** How long a claim lasts after its last delivery, in milliseconds. */
export const CLAIM_MS = 120_000;

/** The webhooks of tasks, and who delivers to them. */
export interface Webhooks {
  set(scope: Scope, taskId: string, webhook: NewWebhook): Promise<WebhookRecord>;
  list(scope: Scope, taskId: string): Promise<WebhookRecord[]>;
  delete(scope: Scope, taskId: string, id: string): Promise<boolean>;
  claim(limit: number, filter?: WebhookFilter): Promise<WebhookClaim[]>;
  /** Resolves when a webhook may be due. */
  ready(options: ReadyOptions): Promise<void>;
}

/** A claim of a webhook, with the next events of its task; `undefined` when there are none. */
export async function claimOf(
  state: EngineState,
  task: LiveTask,
  record: WebhookRecord,
  update: (update: ClaimUpdate) => Promise<void>,
): Promise<WebhookClaim | undefined> {
  const entries = await task.entries(record.nextSeq - 1, ENTRIES_PER_CLAIM);
  // Events trimmed before their delivery are lost to the receiver; delivery continues after them.
  if (entries[0]?.seq !== record.nextSeq) {
    const next = entries[0]?.seq ?? task.shown.seq + 1;
    await update({ delivered: next - 1, claimMs: 0 });
    return undefined;
  }
  const end = async (last: ClaimUpdate) => {
    await update(last);
    state.webhooks.wake();
  };
  return {
    record,
    entries,
    advance: (seq) => update({ delivered: seq, claimMs: CLAIM_MS }),
    retry: (retryAfterMs) => end({ retryAfterMs }),
    release: () => end("released"),
  };
}

/** The webhooks of an engine with exclusive storage: part of their tasks. */
export class WebhookClaims implements Webhooks {
  readonly #state: EngineState;
  #cancelTimer: (() => void) | undefined;

  constructor(state: EngineState) {
    this.#state = state;
  }

  async set(scope: Scope, taskId: string, webhook: NewWebhook): Promise<WebhookRecord> {
    const state = this.#state;
    const task = atOnce(state.tasks.get(scope, taskId));
    const present = task.webhooks;
    assertWebhookQuota(present, atOnce(state.store.countWebhooks(scope)), webhook, state.limits);
    const replaced = present.find(({ id }) => id === webhook.config.id);
    const added = newWebhookRecord(task.head, webhook, state.createId(), task.head.seq + 1);
    // A higher claim number fences a delivery of the replaced webhook in progress.
    const record = replaced ? { ...added, claim: replaced.claim + 1 } : added;
    const webhooks = withWebhook(present, record).length;
    await task.write((head) => ({ head: { ...head, webhooks }, savedWebhook: record }));
    return record;
  }

  async list(scope: Scope, taskId: string): Promise<WebhookRecord[]> {
    const task = atOnce(this.#state.tasks.get(scope, taskId));
    return [...atOnce(this.#state.store.webhooksOf(task.record as TaskRecord))]; // it exists
  }

  async delete(scope: Scope, taskId: string, id: string): Promise<boolean> {
    const task = atOnce(this.#state.tasks.get(scope, taskId));
    if (!task.webhooks.some((webhook) => webhook.id === id)) {
      await task.settled();
      return false;
    }
    await task.write((head) => ({ head: { ...head, webhooks: head.webhooks - 1 }, deletedWebhook: id }));
    return true;
  }

  async claim(limit: number, filter?: WebhookFilter): Promise<WebhookClaim[]> {
    this.#state.assertNotClosed();
    const { records } = this.#due(limit, filter);
    const claims = await Promise.all(records.map((record) => this.#claim(record)));
    return claims.filter((claim) => claim !== undefined);
  }

  /** Resolves when a webhook may be due. */
  async ready({ signal, filter }: ReadyOptions): Promise<void> {
    signal?.throwIfAborted();
    while (this.#state.phase !== "closed") {
      const waiting = this.#state.webhooks.wait(signal);
      // There may be no waiter.
      waiting.catch(() => undefined);
      const { records, nextAt } = this.#due(1, filter);
      if (records.length > 0) return;
      this.#wakeAt(nextAt);
      await waiting;
    }
  }

  stop(): void {
    this.#cancelTimer?.();
  }

  /** Webhooks that are due, except those whose claim is being written: that write wakes the senders that wait. */
  #due(limit: number, filter: WebhookFilter | undefined): DueWebhooks {
    const { store, tasks } = this.#state;
    const now = this.#state.now();
    const isFree = ({ taskId, id }: WebhookRecord) => {
      const task = tasks.peek(taskId);
      const webhook = task?.webhooks.find((present) => present.id === id);
      return !task || (webhook !== undefined && (dueAt(webhook, task.shown) ?? Number.POSITIVE_INFINITY) <= now);
    };
    for (let asked = limit; ; asked *= 2) {
      const { records, nextAt } = atOnce(store.dueWebhooks(asked, filter));
      const free = records.filter(isFree);
      if (free.length >= limit || records.length < asked) return { records: free.slice(0, limit), nextAt };
    }
  }

  async #claim({ taskId, id }: WebhookRecord): Promise<WebhookClaim | undefined> {
    const state = this.#state;
    const task = atOnce(state.tasks.find(taskId));
    const webhook = task?.webhooks.find((present) => present.id === id);
    const record = task && webhook && claimWebhook(webhook, task.shown, state.now(), CLAIM_MS);
    if (!task || !record) return undefined;
    await task.write((head) => ({ head, savedWebhook: record }));
    return claimOf(state, task, record, (update) => this.#update(taskId, record, update));
  }

  /** Updates a webhook as the holder of its claim. A claim that has passed to another sender changes nothing. */
  async #update(taskId: string, claimed: WebhookRecord, update: ClaimUpdate): Promise<void> {
    this.#state.assertNotClosed();
    const task = atOnce(this.#state.tasks.find(taskId));
    const webhook = task?.webhooks.find(({ id }) => id === claimed.id);
    if (webhook?.claim !== claimed.claim) return;
    await task?.write((head) => ({ head, savedWebhook: updatedClaim(webhook, update, this.#state.now()) }));
  }

  #wakeAt(time: number | undefined): void {
    this.#cancelTimer?.();
    if (time === undefined) return;
    this.#cancelTimer = this.#state.scheduler.after(Math.max(time - this.#state.now(), 0), () =>
      this.#state.webhooks.wake(),
    );
  }
}

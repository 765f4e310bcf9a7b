import type { EngineState } from "./live/engine-state.ts";
import type { LiveTask } from "./live/live-task.ts";
import type { NewPush, PushClaim, PushFilter, PushRecord } from "./port/push-record.ts";
import type { ReadyOptions, Scope } from "./port/task-engine.ts";
import { assertPushQuota, type ClaimUpdate, newPushRecord } from "./rules/webhooks.ts";
import type { Sharing } from "./store/sharing.ts";
import type { TaskRecord } from "./store/task-store.ts";
import { CLAIM_MS, ENTRIES_PER_CLAIM, type Webhooks } from "./webhook-claims.ts";

/** The webhooks of an engine with shared storage: readers with their own rows and claims, which do not need the lease of their task. */
export class SharedWebhooks implements Webhooks {
  readonly #state: EngineState;
  readonly #sharing: Sharing;
  readonly #stopPolling: () => void;

  constructor(state: EngineState, sharing: Sharing) {
    this.#state = state;
    this.#sharing = sharing;
    this.#stopPolling = state.scheduler.every(sharing.pollMs, () => state.pushes.wake());
  }

  async set(scope: Scope, taskId: string, push: NewPush): Promise<PushRecord> {
    const { store, limits, createId } = this.#state;
    const { record } = await this.#find(scope, taskId);
    const [present, owners] = await Promise.all([store.pushes(record), store.countPushes(scope)]);
    assertPushQuota(present, owners, push, limits);
    return this.#sharing.webhooks.set(record, newPushRecord(record.head, push, createId(), record.head.seq + 1));
  }

  async list(scope: Scope, taskId: string): Promise<PushRecord[]> {
    const { record } = await this.#find(scope, taskId);
    return [...(await this.#state.store.pushes(record))];
  }

  async delete(scope: Scope, taskId: string, id: string): Promise<boolean> {
    const { record } = await this.#find(scope, taskId);
    return this.#sharing.webhooks.delete(record, id);
  }

  async claim(limit: number, filter: PushFilter = {}): Promise<PushClaim[]> {
    this.#state.assertNotClosed();
    const records = await this.#sharing.webhooks.claim(limit, filter, CLAIM_MS);
    const claims = await Promise.all(records.map((record) => this.#claimed(record)));
    return claims.filter((claim) => claim !== undefined);
  }

  async ready({ signal, filter = {} }: ReadyOptions): Promise<void> {
    signal?.throwIfAborted();
    while (this.#state.phase !== "closed") {
      const waiting = this.#state.pushes.wait(signal);
      // There may be no waiter.
      waiting.catch(() => undefined);
      if (await this.#sharing.webhooks.isDue(filter)) return;
      await waiting;
    }
  }

  stop(): void {
    this.#stopPolling();
  }

  async #claimed(push: PushRecord): Promise<PushClaim | undefined> {
    const finding = await this.#state.tasks.find(push.taskId);
    if (!finding?.record) return undefined;
    const entries = await this.#state.store.entries(finding.record, push.nextSeq - 1, ENTRIES_PER_CLAIM);
    // Events trimmed before their delivery are lost to the receiver; delivery continues after them.
    if (entries.length === 0 || entries[0]?.seq !== push.nextSeq) {
      const next = entries[0]?.seq ?? finding.shown.seq + 1;
      await this.#update(push, { delivered: next - 1, claimMs: 0 });
      return undefined;
    }
    const end = async (update: ClaimUpdate) => {
      await this.#update(push, update);
      this.#state.pushes.wake();
    };
    return {
      record: push,
      entries,
      advance: (seq) => this.#update(push, { delivered: seq, claimMs: CLAIM_MS }),
      retry: (retryAfterMs) => end({ retryAfterMs }),
      release: () => end("released"),
    };
  }

  async #update(push: PushRecord, update: ClaimUpdate): Promise<void> {
    this.#state.assertNotClosed();
    await this.#sharing.webhooks.update(push, update);
  }

  async #find(scope: Scope, taskId: string): Promise<LiveTask & { record: TaskRecord }> {
    return (await this.#state.tasks.get(scope, taskId)) as LiveTask & { record: TaskRecord }; // it exists
  }
}

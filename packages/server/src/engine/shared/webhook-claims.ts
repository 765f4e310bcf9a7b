import { taskNotFound } from "@a2a/types";
import type { NewPush, PushClaim, PushFilter, PushRecord } from "../port/push-record.ts";
import type { ReadyOptions, Scope } from "../port/task-engine.ts";
import type { EngineCore } from "./engine-core.ts";
import type { TaskRow } from "./rules/task-row.ts";
import { type ClaimUpdate, claimWebhook, deleteWebhook, setWebhook, updateClaim } from "./rules/webhooks.ts";

const ENTRIES_PER_CLAIM = 32;
/** How long a claim lasts after its last delivery. */
const CLAIM_MS = 120_000;
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The webhooks of tasks, and who delivers to them. */
export class WebhookClaims {
  readonly #core: EngineCore;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(core: EngineCore) {
    this.#core = core;
  }

  async set(scope: Scope, taskId: string, push: NewPush): Promise<PushRecord> {
    const freshId = this.#core.createId();
    const { limits } = this.#core;
    return this.#core.commit({
      taskId,
      pushesOf: scope,
      decide: (facts) => setWebhook(facts, { scope, taskId, push, freshId, limits }),
    });
  }

  async list(scope: Scope, taskId: string): Promise<PushRecord[]> {
    const row = await this.#core.own(scope, taskId);
    if (!row) throw taskNotFound(taskId);
    return [...(await this.#core.store.pushes(row))];
  }

  async delete(scope: Scope, taskId: string, id: string): Promise<boolean> {
    return this.#core.commit({
      taskId,
      pushesOf: scope,
      decide: (facts) => deleteWebhook(facts, { scope, taskId, id }),
    });
  }

  async claim(limit: number, filter?: PushFilter): Promise<PushClaim[]> {
    this.#core.assertNotClosed();
    const { records } = await this.#core.store.duePushes(limit, filter);
    const claims = await Promise.all(records.map((record) => this.#claim(record)));
    return claims.filter((claim) => claim !== undefined);
  }

  /** Resolves when a webhook may be due. */
  async ready({ signal, filter }: ReadyOptions): Promise<void> {
    signal?.throwIfAborted();
    while (this.#core.phase !== "closed") {
      const waiting = this.#core.pushes.wait(signal);
      // Nobody may be waiting for it in the end.
      waiting.catch(() => undefined);
      const { records, nextAt } = await this.#core.store.duePushes(1, filter);
      if (records.length > 0) return;
      this.#wakeAt(nextAt);
      await waiting;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #claim({ scope, taskId, id }: PushRecord): Promise<PushClaim | undefined> {
    const claimed = await this.#core.commit({
      taskId,
      pushesOf: scope,
      decide: (facts) => claimWebhook(facts, { id, claimMs: CLAIM_MS }),
    });
    if (!claimed) return undefined;
    const { row, record } = claimed;
    const entries = await this.#core.store.entries(row, record.nextSeq - 1, ENTRIES_PER_CLAIM);
    // Events trimmed before their delivery are lost to the receiver; delivery continues after them.
    if (entries.length === 0) {
      await this.#update(row, record, { delivered: row.seq, claimMs: 0 });
      return undefined;
    }
    const end = async (update: ClaimUpdate) => {
      await this.#update(row, record, update);
      this.#core.pushes.wake();
    };
    return {
      record,
      entries,
      advance: (seq) => this.#update(row, record, { delivered: seq, claimMs: CLAIM_MS }),
      retry: (retryAfterMs) => end({ retryAfterMs }),
      release: () => end("released"),
    };
  }

  #update({ id: taskId }: TaskRow, record: PushRecord, update: ClaimUpdate): Promise<void> {
    return this.#core.commit<void>({
      taskId,
      pushesOf: record.scope,
      decide: (facts) => updateClaim(facts, record, update),
    });
  }

  #wakeAt(time: number | undefined): void {
    clearTimeout(this.#timer);
    const delays = [time === undefined ? undefined : time - this.#core.now(), this.#core.store.sharing?.pollMs];
    const delay = Math.min(...delays.filter((delayMs) => delayMs !== undefined), MAX_DELAY_MS);
    if (delay === MAX_DELAY_MS && time === undefined) return;
    this.#timer = setTimeout(() => this.#core.pushes.wake(), Math.max(delay, 0));
    this.#timer.unref?.();
  }
}

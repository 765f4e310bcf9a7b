import type { Scope, TaskRecord, WebhookFilter, WebhookRecord } from "@a2a/server/engine-kit";
import { type ClaimUpdate, pushColumns, pushOf, type StoredRecord, type WebhookRows } from "@a2a/server/relational-kit";
import { taskNotFound } from "@a2a/types";
import { toParameter } from "../database/columns.ts";
import type { Query } from "../database/connections.ts";
import type { statements } from "./statements.ts";

/** The webhooks of a store in PostgreSQL. All about the delivery of one is in its row, so that every step is one statement. */
export class PostgresWebhooks implements WebhookRows {
  readonly #query: Query;
  readonly #sql: ReturnType<typeof statements>;

  constructor(query: Query, sql: ReturnType<typeof statements>) {
    this.#query = query;
    this.#sql = sql;
  }

  async list({ key, head }: StoredRecord): Promise<readonly WebhookRecord[]> {
    return (await this.#query(this.#sql.pushes, [key])).map((columns) => pushOf(columns, head.id));
  }

  async count({ tenant, owner }: Scope): Promise<number> {
    return Number((await this.#query(this.#sql.countWebhooks, [tenant, owner]))[0]?.n);
  }

  async set(record: TaskRecord, webhook: WebhookRecord): Promise<WebhookRecord> {
    const { key = 0, head } = stored(record);
    const [saved] = await this.#query(this.#sql.setWebhook, [toParameter([pushColumns(webhook, key, head.seq)])]);
    if (!saved) throw taskNotFound(head.id);
    return pushOf(saved, head.id);
  }

  async delete(record: TaskRecord, id: string): Promise<boolean> {
    return (await this.#query(this.#sql.deleteWebhook, [stored(record).key, id])).length > 0;
  }

  async claim(limit: number, filter: WebhookFilter, claimMs: number): Promise<readonly WebhookRecord[]> {
    const claimed = await this.#query(this.#sql.claimPushes, [...excluded(filter), limit, claimMs]);
    return claimed.map((columns) => pushOf(columns, String(columns.task_id)));
  }

  async isDue(filter: WebhookFilter): Promise<boolean> {
    return (await this.#query(this.#sql.isPushDue, excluded(filter)))[0]?.found === true;
  }

  async update({ taskId, id, claim }: WebhookRecord, update: ClaimUpdate): Promise<void> {
    const isReleased = update === "released";
    const delivered = !isReleased && "delivered" in update ? [update.delivered, update.claimMs] : [null, null];
    const retryAfterMs = !isReleased && "retryAfterMs" in update ? update.retryAfterMs : null;
    await this.#query(this.#sql.updatePush, [taskId, id, claim, ...delivered, retryAfterMs]);
  }
}

function stored(record: TaskRecord): StoredRecord {
  return record as StoredRecord; // all records come from the store
}

function excluded({ exceptScopes = [], exceptHosts = [] }: WebhookFilter): unknown[] {
  return [exceptScopes.map(({ tenant }) => tenant), exceptScopes.map(({ owner }) => owner), exceptHosts];
}

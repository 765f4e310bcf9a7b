import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ProtocolVersion, TaskPushNotificationConfig } from "@a2a/types";
import type { WebhookRecord } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import type { Columns } from "./sqlite-task-rows.ts";

/** Webhooks and their cursors. */
export class SqliteWebhooks {
  readonly #list: StatementSync;
  readonly #count: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #undelivered: StatementSync;

  constructor(database: DatabaseSync) {
    this.#list = database.prepare("select * from push where task = ? order by key");
    this.#count = database.prepare("select count(*) as n from push where scope = ?");
    this.#update = database.prepare(`
      update push set version = ?, principal = ?, next_seq = ?, attempts = ?, retry_at = ?, claim = ?, claimed_until = ?, config = ? where task = ? and id = ?`);
    this.#insert = database.prepare(`
      insert into push (version, principal, next_seq, attempts, retry_at, claim, claimed_until, config, task, id, scope)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#delete = database.prepare("delete from push where task = ? and id = ?");
    this.#undelivered = database.prepare(
      "select distinct task.id from push join task on task.key = push.task where next_seq <= task.seq and trimmed = 0",
    );
  }

  list(taskKey: number, head: TaskHead): WebhookRecord[] {
    return head.webhooks === 0 ? [] : this.#list.all(taskKey).map((columns) => recordOf(columns, head));
  }

  count(scopeKey: number): number {
    return Number(this.#count.get(scopeKey)?.n);
  }

  /** Adds a webhook, or replaces the one of its id. */
  save(taskKey: number, scopeKey: number, webhook: WebhookRecord): void {
    const { version, principal, nextSeq, attempts, retryAt = null, claim, claimedUntil = null, config, id } = webhook;
    const cursor = [nextSeq, attempts, retryAt, claim, claimedUntil];
    const values = [version, principal, ...cursor, JSON.stringify(config), taskKey, id];
    if (this.#update.run(...values).changes === 0) this.#insert.run(...values, scopeKey);
  }

  delete(taskKey: number, id: string): void {
    this.#delete.run(taskKey, id);
  }

  undelivered(): string[] {
    return this.#undelivered.all().map(({ id }) => String(id));
  }
}

function recordOf(columns: Columns, { scope, id: taskId }: TaskHead): WebhookRecord {
  return {
    scope,
    taskId,
    id: String(columns.id),
    config: JSON.parse(String(columns.config)) as TaskPushNotificationConfig,
    // Only known protocol versions are ever written.
    version: columns.version as ProtocolVersion,
    principal: String(columns.principal),
    nextSeq: Number(columns.next_seq),
    attempts: Number(columns.attempts),
    ...(columns.retry_at !== null && { retryAt: Number(columns.retry_at) }),
    claim: Number(columns.claim),
    ...(columns.claimed_until !== null && { claimedUntil: Number(columns.claimed_until) }),
  };
}

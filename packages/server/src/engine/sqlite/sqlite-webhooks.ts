import type { DatabaseSync } from "node:sqlite";
import type { ProtocolVersion, TaskPushNotificationConfig } from "@a2a/types";
import type { WebhookRecord } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import type { Columns } from "./sqlite-task-rows.ts";

const UPDATE = `
  update push set version = ?, principal = ?, next_seq = ?, attempts = ?, retry_at = ?, claim = ?, claimed_until = ?, config = ?
  where task = ? and id = ?`;
const INSERT = `
  insert into push (version, principal, next_seq, attempts, retry_at, claim, claimed_until, config, task, id, scope)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Webhooks and their cursors. */
export class SqliteWebhooks {
  readonly #sql: Sql;

  constructor(database: DatabaseSync) {
    this.#sql = statementsOf(database);
  }

  list(taskKey: number, head: TaskHead): WebhookRecord[] {
    if (head.webhooks === 0) return [];
    const found = this.#sql("select * from push where task = ? order by key").all(taskKey);
    return found.map((columns) => recordOf(columns, head));
  }

  count(scopeKey: number): number {
    return Number(this.#sql("select count(*) as n from push where scope = ?").get(scopeKey)?.n);
  }

  /** Adds a webhook, or replaces the one of its id. */
  save(taskKey: number, scopeKey: number, webhook: WebhookRecord): void {
    const { version, principal, nextSeq, attempts, retryAt = null, claim, claimedUntil = null, config, id } = webhook;
    const cursor = [nextSeq, attempts, retryAt, claim, claimedUntil];
    const values = [version, principal, ...cursor, JSON.stringify(config), taskKey, id];
    if (this.#sql(UPDATE).run(...values).changes === 0) this.#sql(INSERT).run(...values, scopeKey);
  }

  delete(taskKey: number, id: string): void {
    this.#sql("delete from push where task = ? and id = ?").run(taskKey, id);
  }

  undelivered(): string[] {
    const undelivered = `
      select distinct task.id from push join task on task.key = push.task where next_seq <= task.seq and trimmed = 0`;
    return this.#sql(undelivered)
      .all()
      .map(({ id }) => String(id));
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

import type { DatabaseSync } from "node:sqlite";
import type { Message } from "@a2a/types";
import type { SeenMessage } from "../rules/idempotency.ts";
import type { Exchange } from "../store/task-store.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import type { DatedMessage } from "./sqlite-task.ts";

const FIND = `
  select fingerprint, task.id as task_id, task.context, message.seq, answer from message
  left join task on task.key = message.task left join exchange on exchange.key = message.exchange
  where message.scope = ? and message_id = ?`;
const REMEMBER = `
  insert or replace into message (scope, message_id, fingerprint, task, seq, exchange, at) values (?, ?, ?, ?, ?, ?, ?)`;

/** Idempotency records, and messages answered without a task. */
export class SqliteMessages {
  readonly #sql: Sql;

  constructor(database: DatabaseSync) {
    this.#sql = statementsOf(database);
  }

  find(scopeKey: number, messageId: string): SeenMessage | undefined {
    const columns = this.#sql(FIND).get(scopeKey, messageId);
    if (!columns) return undefined;
    const fingerprint = String(columns.fingerprint);
    if (columns.task_id !== null) {
      return {
        fingerprint,
        result: { taskId: String(columns.task_id), contextId: String(columns.context), seq: Number(columns.seq) },
      };
    }
    // Its task may have been deleted before the record.
    if (columns.answer === null) return undefined;
    return { fingerprint, result: { answer: JSON.parse(String(columns.answer)) as Message } };
  }

  rememberTask(scopeKey: number, taskKey: number, { messageId, fingerprint, seq, at }: DatedMessage): void {
    this.#sql(REMEMBER).run(scopeKey, messageId, fingerprint, taskKey, seq, null, at);
  }

  insertExchange(key: number, scopeKey: number, exchange: Exchange, at: number): void {
    const { contextId, messageId, fingerprint, message, answer } = exchange;
    const insert = "insert into exchange (key, scope, context, at, message, answer) values (?, ?, ?, ?, ?, ?)";
    this.#sql(insert).run(key, scopeKey, contextId, at, message, answer);
    this.#sql(REMEMBER).run(scopeKey, messageId, fingerprint, null, null, key, at);
  }
}

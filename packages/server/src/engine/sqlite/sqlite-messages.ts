import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Message } from "@a2a/types";
import type { SeenMessage } from "../rules/idempotency.ts";
import type { Exchange } from "../store/task-store.ts";
import type { DatedMessage } from "./sqlite-task.ts";

/** Idempotency records, and messages answered without a task. */
export class SqliteMessages {
  readonly #find: StatementSync;
  readonly #remember: StatementSync;
  readonly #insertExchange: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(`
      select fingerprint, task.id as task_id, task.context, message.seq, answer from message
      left join task on task.key = message.task left join exchange on exchange.key = message.exchange
      where message.scope = ? and message_id = ?`);
    this.#remember = database.prepare(`
      insert or replace into message (scope, message_id, fingerprint, task, seq, exchange, at) values (?, ?, ?, ?, ?, ?, ?)`);
    this.#insertExchange = database.prepare(
      "insert into exchange (key, scope, context, at, message, answer) values (?, ?, ?, ?, ?, ?)",
    );
  }

  find(scopeKey: number, messageId: string): SeenMessage | undefined {
    const columns = this.#find.get(scopeKey, messageId);
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
    this.#remember.run(scopeKey, messageId, fingerprint, taskKey, seq, null, at);
  }

  insertExchange(key: number, scopeKey: number, exchange: Exchange, at: number): void {
    const { contextId, messageId, fingerprint, message, answer } = exchange;
    this.#insertExchange.run(key, scopeKey, contextId, at, message, answer);
    this.#remember.run(scopeKey, messageId, fingerprint, null, null, key, at);
  }
}

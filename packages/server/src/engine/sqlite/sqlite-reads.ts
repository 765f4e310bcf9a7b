import type { DatabaseSync } from "node:sqlite";
import { storageUnavailable } from "../port/refusals.ts";
import type { ListQuery, Scope, WebhookRecord } from "../port/task-engine.ts";
import type { SeenMessage } from "../rules/idempotency.ts";
import type { ExchangeTexts, ListedTasks, LogSnapshot, ReadTask, TaskRecord } from "../store/task-store.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import { isSqliteError } from "./file/transaction.ts";
import { SqliteLists } from "./sqlite-lists.ts";
import { SqliteLogs } from "./sqlite-logs.ts";
import { SqliteMessages } from "./sqlite-messages.ts";
import { SqliteScopes } from "./sqlite-scopes.ts";
import type { SqliteTask } from "./sqlite-task.ts";
import { SqliteTaskRows } from "./sqlite-task-rows.ts";
import { SqliteTasks } from "./sqlite-tasks.ts";
import { SqliteWebhooks } from "./sqlite-webhooks.ts";
import { Unflushed } from "./unflushed.ts";

/** The half of a SQLite store that reads: from rows, and from the changes that are in the journal only. */
export abstract class SqliteReads {
  protected readonly unflushed = new Unflushed();
  protected readonly scopes: SqliteScopes;
  protected readonly messages: SqliteMessages;
  protected readonly webhooks: SqliteWebhooks;
  protected readonly logs: SqliteLogs;
  protected readonly rows: SqliteTaskRows;
  protected readonly tasks: SqliteTasks;
  protected readonly lists: SqliteLists;
  protected readonly sql: Sql;

  constructor(database: DatabaseSync) {
    this.scopes = new SqliteScopes(database);
    this.messages = new SqliteMessages(database);
    this.webhooks = new SqliteWebhooks(database);
    this.logs = new SqliteLogs(database);
    this.rows = new SqliteTaskRows(database, this.logs);
    this.tasks = new SqliteTasks(database, { rows: this.rows, logs: this.logs, scopes: this.scopes }, this.unflushed);
    this.lists = new SqliteLists(database, this.unflushed, (columns) => this.tasks.fromRow(columns));
    this.sql = statementsOf(database);
  }

  load(id: string): SqliteTask | undefined {
    return this.reading(() => this.tasks.load(id));
  }

  read(record: TaskRecord): ReadTask {
    return this.reading(() => ({ head: record.head, text: this.tasks.text(taskOf(record)) }));
  }

  entries(record: TaskRecord, after: number, limit: number): readonly TextEntry[] {
    return this.reading(() => this.tasks.entries(taskOf(record), after, limit));
  }

  snapshotBefore(record: TaskRecord, seq: number): LogSnapshot | undefined {
    return this.reading(() => this.tasks.snapshotBefore(taskOf(record), seq));
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    return this.#inScope(scope, undefined, (key) => {
      return this.unflushed.seen(key, messageId) ?? this.messages.find(key, messageId);
    });
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    return this.#inScope(scope, undefined, (key) => {
      const found = this.sql("select id from task where scope = ? and alias = ?").get(key, alias);
      return found && String(found.id);
    });
  }

  list(scope: Scope, query: ListQuery): ListedTasks {
    return this.#inScope<ListedTasks>(scope, { tasks: [], totalSize: 0 }, (key) => this.lists.list(key, query));
  }

  conversation(scope: Scope, contextId: string, limit: number): Iterable<SqliteTask | ExchangeTexts> {
    return this.#inScope<Iterable<SqliteTask | ExchangeTexts>>(scope, [], (key) => {
      return this.lists.conversation(key, contextId, limit);
    });
  }

  queued(limit: number): readonly string[] {
    return this.reading(() => {
      const queued = this.sql("select id from task where run = 1 order by key limit ?").all(limit);
      return queued.map(({ id }) => String(id));
    });
  }

  webhooksOf(record: TaskRecord): readonly WebhookRecord[] {
    return this.reading(() => this.webhooks.list(taskOf(record).key, record.head));
  }

  countWebhooks(scope: Scope): number {
    return this.#inScope(scope, 0, (key) => this.webhooks.count(key));
  }

  /** Reads by the key of a scope; one in which nothing was ever stored has none. */
  #inScope<Result>(scope: Scope, none: Result, read: (key: number) => Result): Result {
    return this.reading(() => {
      const key = this.scopes.find(scope);
      return key === undefined ? none : read(key);
    });
  }

  /** Reports errors of the file to callers as storage errors. */
  protected reading<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isSqliteError(error) ? storageUnavailable(error) : error;
    }
  }
}

/** A record of this store. */
export function taskOf(record: TaskRecord): SqliteTask {
  return record as SqliteTask; // all records come from this store
}

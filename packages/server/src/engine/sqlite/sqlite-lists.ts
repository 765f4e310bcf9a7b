import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Message, TaskState } from "@a2a/types";
import type { ListQuery } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import { collectPage, latestMessages } from "../store/page.ts";
import type { RowPage } from "../store/task-store.ts";
import { microsOf } from "../text/instant.ts";
import type { TaskPieces } from "../text/task-text.ts";
import { stateNumber } from "./sqlite-task-rows.ts";
import type { SqliteTasks } from "./sqlite-tasks.ts";

/** The size of the count cache. */
const TOTALS = 1_024;

/** Lists and counts tasks by the indexes of the database. */
export class SqliteLists {
  readonly #database: DatabaseSync;
  readonly #tasks: SqliteTasks;
  readonly #statements = new Map<string, StatementSync>();
  /**
   * Counting reads every match, so counts are cached and updated as tasks change state. This is safe because this process is the
   * only writer.
   */
  readonly #totals = new Map<string, number>();

  constructor(database: DatabaseSync, tasks: SqliteTasks) {
    this.#database = database;
    this.#tasks = tasks;
  }

  list(scopeKey: number, query: ListQuery): RowPage {
    const conditions: [sql: string, ...values: SQLInputValue[]][] = [["task.scope = ?", scopeKey]];
    if (query.contextId !== undefined) conditions.push(["context = ?", query.contextId]);
    if (query.status !== undefined) conditions.push(["state = ?", stateNumber(query.status)]);
    const { statusTimestampAfter: from } = query;
    if (from !== undefined) conditions.push(["status_at >= ?", microsOf(from)]);
    const totalSize = from === undefined ? this.#total(scopeKey, query, conditions) : this.#count(conditions);
    if (query.cursor) conditions.push(["(status_at, id) < (?, ?)", query.cursor.statusAt, query.cursor.id]);
    return { ...this.#page(query, conditions), totalSize };
  }

  /** A task was added, removed, or changed its state. */
  move(scopeKey: number, row: TaskRow, from: TaskState | undefined, to: TaskState | undefined): void {
    for (const contextId of [undefined, row.contextId]) {
      if (from !== undefined) this.#adjust(totalName(scopeKey, contextId, from), -1);
      if (to !== undefined) this.#adjust(totalName(scopeKey, contextId, to), +1);
      this.#adjust(totalName(scopeKey, contextId), (to === undefined ? 0 : 1) - (from === undefined ? 0 : 1));
    }
  }

  /** Clears the count cache. */
  discard(): void {
    this.#totals.clear();
  }

  /** The latest messages of a conversation, oldest first. */
  contextMessages(scopeKey: number, contextId: string, limit: number, exceptTaskId: string | undefined): Message[] {
    const tasks = this.#prepare(`select task.*, 0 as snapshot_seq from task
      where scope = ? and context = ? and id <> ? order by status_at desc, id desc limit ?`);
    const exchanges = this.#prepare(`select key, message, answer from exchange
      where scope = ? and context = ? order by key desc limit ?`);
    const said = [
      ...tasks.all(scopeKey, contextId, exceptTaskId ?? "", limit).map((columns) => ({
        key: Number(columns.key),
        messages: () => this.#messagesOf(String(columns.id)),
      })),
      ...exchanges.all(scopeKey, contextId, limit).map((columns) => ({
        key: Number(columns.key),
        messages: () => [JSON.parse(String(columns.message)), JSON.parse(String(columns.answer))] as Message[],
      })),
    ].sort((a, b) => b.key - a.key);
    return latestMessages(messagesOfEach(said), limit);
  }

  #messagesOf(taskId: string): Message[] {
    const task = this.#tasks.find(taskId);
    if (!task) return [];
    const { history = [], status } = JSON.parse(this.#tasks.jsonOf(task, { artifacts: false }));
    return status.message ? [...history, status.message] : history;
  }

  #page(query: ListQuery, conditions: [string, ...SQLInputValue[]][]): Omit<RowPage, "totalSize"> {
    // Columns outside the view are not read from the file.
    const artifacts = query.view?.artifacts === false ? "''" : "artifacts";
    const found = this.#prepare(`
      select task.*, snapshot.seq as snapshot_seq, snapshot.size as snapshot_size, head, history, messages, ${artifacts} as artifacts
      from task left join snapshot on snapshot.task = task.key
      where ${conditions.map(([sql]) => sql).join(" and ")} order by status_at desc, id desc limit ?`);
    return collectPage(found.iterate(...valuesOf(conditions), query.pageSize + 1), query.pageSize, (columns) => {
      const task = this.#tasks.read(columns);
      const whole = columns.snapshot_seq === columns.seq ? (columns as unknown as TaskPieces) : undefined;
      return { row: task.row, json: this.#tasks.jsonOf(task, query.view, whole) };
    });
  }

  #total(scopeKey: number, query: ListQuery, conditions: [string, ...SQLInputValue[]][]): number {
    const name = totalName(scopeKey, query.contextId, query.status);
    const total = this.#totals.get(name) ?? this.#count(conditions);
    this.#totals.delete(name);
    this.#totals.set(name, total);
    if (this.#totals.size > TOTALS)
      for (const oldest of [...this.#totals.keys()].slice(0, 1)) this.#totals.delete(oldest);
    return total;
  }

  #count(conditions: [string, ...SQLInputValue[]][]): number {
    const counting = this.#prepare(
      `select count(*) as n from task where ${conditions.map(([sql]) => sql).join(" and ")}`,
    );
    return Number(counting.get(...valuesOf(conditions))?.n);
  }

  #adjust(name: string, change: number): void {
    const total = this.#totals.get(name);
    if (total !== undefined) this.#totals.set(name, total + change);
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Read one by one, since most contexts have more messages than requested. */
function* messagesOfEach(said: readonly { messages(): Message[] }[]): Generator<Message[]> {
  for (const item of said) yield item.messages();
}

function valuesOf(conditions: readonly [string, ...SQLInputValue[]][]): SQLInputValue[] {
  return conditions.flatMap(([, ...values]) => values);
}

/** States contain no slash, so keys cannot collide. */
function totalName(scopeKey: number, contextId?: string, state?: TaskState): string {
  return `${scopeKey}/${state ?? ""}/${contextId === undefined ? "" : `=${contextId}`}`;
}

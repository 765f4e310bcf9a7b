import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { TaskState } from "@a2a/types";
import type { ListCursor, ListQuery } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import type { ExchangeTexts, ListedTasks } from "../store/task-store.ts";
import { microsOf } from "../text/instant.ts";
import { SealedTask } from "../text/sealed-task.ts";
import type { TaskPieces } from "../text/task-text.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import type { SqliteTask } from "./sqlite-task.ts";
import { type Columns, stateNumber } from "./sqlite-task-rows.ts";
import type { Unflushed } from "./unflushed.ts";

/** The size of the count cache. */
const TOTALS = 1_024;

/** Lists and counts tasks by the indexes of the database. */
export class SqliteLists {
  readonly #sql: Sql;
  readonly #unflushed: Unflushed;
  readonly #read: (columns: Columns) => SqliteTask;
  /**
   * Counting reads every match, so counts are cached and updated as tasks change state. This is safe because this process is the
   * only writer.
   */
  readonly #totals = new Map<string, number>();

  /** @param read A task from the columns of its row. */
  constructor(database: DatabaseSync, unflushed: Unflushed, read: (columns: Columns) => SqliteTask) {
    this.#sql = statementsOf(database);
    this.#unflushed = unflushed;
    this.#read = read;
  }

  list(scopeKey: number, query: ListQuery): ListedTasks {
    const conditions: Condition[] = [["task.scope = ?", scopeKey]];
    if (query.contextId !== undefined) conditions.push(["context = ?", query.contextId]);
    if (query.status !== undefined) conditions.push(["state = ?", stateNumber(query.status)]);
    const { statusTimestampAfter: from } = query;
    if (from !== undefined) conditions.push(["status_at >= ?", microsOf(from)]);
    const displaced = this.#unflushed.in(scopeKey).filter(isDisplaced);
    const count = () => this.#count(conditions) + countDisplaced(displaced, query);
    const totalSize =
      from === undefined ? this.#total(totalName(scopeKey, query.contextId, query.status), count) : count();
    if (query.cursor) conditions.push(["(status_at, id) < (?, ?)", query.cursor.statusAt, query.cursor.id]);
    return { tasks: this.#page(query, conditions, displaced), totalSize };
  }

  /** A task was added, removed, or changed its state. */
  move(scopeKey: number, head: TaskHead, from: TaskState | undefined, to: TaskState | undefined): void {
    for (const contextId of [undefined, head.contextId]) {
      if (from !== undefined) this.#adjust(totalName(scopeKey, contextId, from), -1);
      if (to !== undefined) this.#adjust(totalName(scopeKey, contextId, to), +1);
      this.#adjust(totalName(scopeKey, contextId), (to === undefined ? 0 : 1) - (from === undefined ? 0 : 1));
    }
  }

  /** Clears the count cache. */
  discard(): void {
    this.#totals.clear();
  }

  /** The tasks and exchanges of a conversation, latest first. */
  *conversation(scopeKey: number, contextId: string, limit: number): Generator<SqliteTask | ExchangeTexts, void, void> {
    const tasks = this.#sql(`select ${TASK_COLUMNS} from ${TASK_TABLES}
      where scope = ? and context = ? order by status_at desc, id desc limit ?`);
    const exchanges = this.#sql(`select key, message, answer from exchange
      where scope = ? and context = ? order by key desc limit ?`);
    const unsaved = this.#unflushed.in(scopeKey).filter(({ head, saved }) => !saved && head.contextId === contextId);
    const said = [
      ...tasks.all(scopeKey, contextId, limit).map((columns) => ({ key: Number(columns.key), columns })),
      ...unsaved.map((task) => ({ key: task.key, task })),
      ...exchanges.all(scopeKey, contextId, limit).map((columns) => ({
        key: Number(columns.key),
        texts: { message: String(columns.message), answer: String(columns.answer) },
      })),
    ].sort((a, b) => b.key - a.key);
    for (const item of said) {
      if ("texts" in item) yield item.texts;
      else yield "task" in item ? item.task : this.#task(item.columns);
    }
  }

  *#page(
    query: ListQuery,
    conditions: readonly Condition[],
    displaced: readonly SqliteTask[],
  ): Generator<SqliteTask, void, void> {
    // Columns outside the view are not read from the file.
    const artifacts = query.view?.artifacts === false ? "''" : "artifacts";
    const found = this.#sql(`
      select ${TASK_COLUMNS}, snapshot.head, history, messages, ${artifacts} as artifacts from ${TASK_TABLES}
      where ${conditions.map(([sql]) => sql).join(" and ")} order by status_at desc, id desc limit ?`);
    const rows = found.iterate(...valuesOf(conditions), query.pageSize + 1 + displaced.length);
    for (const { columns, displaced: task } of inOrder(rows, displaced, query)) {
      if (task) yield task;
      else yield this.#withText(columns);
    }
  }

  /** The task of a row, with its text if the columns of its snapshot have all of it. */
  #withText(columns: Columns): SqliteTask {
    const task = this.#task(columns);
    if (task.text || columns.snapshot_seq !== task.head.seq) return task;
    // A copy, since the columns may lack the artifacts.
    return { ...task, text: new SealedTask(columns as unknown as TaskPieces) };
  }

  #task(columns: Columns): SqliteTask {
    return this.#unflushed.find(String(columns.id)) ?? this.#read(columns);
  }

  #total(name: string, count: () => number): number {
    const total = this.#totals.get(name) ?? count();
    this.#totals.delete(name);
    this.#totals.set(name, total);
    if (this.#totals.size > TOTALS)
      for (const oldest of [...this.#totals.keys()].slice(0, 1)) this.#totals.delete(oldest);
    return total;
  }

  #count(conditions: readonly Condition[]): number {
    const counting = this.#sql(`select count(*) as n from task where ${conditions.map(([sql]) => sql).join(" and ")}`);
    return Number(counting.get(...valuesOf(conditions))?.n);
  }

  #adjust(name: string, change: number): void {
    const total = this.#totals.get(name);
    if (total !== undefined) this.#totals.set(name, total + change);
  }
}

/** A task with the state of its snapshot. */
export const TASK_TABLES = "task left join snapshot on snapshot.task = task.key";
export const TASK_COLUMNS = "task.*, snapshot.seq as snapshot_seq, snapshot.size as snapshot_size";

/** A condition of a query, and the values in it. */
type Condition = [sql: string, ...values: SQLInputValue[]];

/** Whether a task is in another place of lists than its row says, or has none. */
function isDisplaced({ head, saved }: SqliteTask): boolean {
  return saved === undefined || saved.state !== head.state || saved.statusAt !== head.statusAt;
}

/** The correction of a row count. */
function countDisplaced(displaced: readonly SqliteTask[], query: ListQuery): number {
  let count = 0;
  for (const { head, saved } of displaced) {
    if (saved && matches({ ...saved, contextId: head.contextId }, query)) count -= 1;
    if (matches(head, query)) count += 1;
  }
  return count;
}

function matches(row: Pick<TaskHead, "contextId" | "state" | "statusAt">, query: ListQuery): boolean {
  const { contextId, status, statusTimestampAfter } = query;
  if (contextId !== undefined && row.contextId !== contextId) return false;
  if (status !== undefined && row.state !== status) return false;
  return statusTimestampAfter === undefined || row.statusAt >= microsOf(statusTimestampAfter);
}

/** Rows, and displaced tasks where they belong between them. */
function* inOrder(
  rows: Iterable<Columns>,
  displaced: readonly SqliteTask[],
  query: ListQuery,
): Generator<Listed, void, void> {
  const ids = new Set(displaced.map(({ head }) => head.id));
  const { cursor } = query;
  const waiting = displaced
    .filter(({ head }) => matches(head, query) && (cursor === undefined || isBefore(cursor, head)))
    .sort((one, other) => (isBefore(one.head, other.head) ? -1 : 1));
  for (const columns of rows) {
    if (ids.has(String(columns.id))) continue;
    const place = { statusAt: Number(columns.status_at), id: String(columns.id) };
    while (waiting[0] && isBefore(waiting[0].head, place)) yield { displaced: waiting.shift() as SqliteTask };
    yield { columns };
  }
  for (const task of waiting) yield { displaced: task };
}

/** A task of a list, by its row or from memory. */
type Listed =
  | { readonly columns: Columns; readonly displaced?: undefined }
  | { readonly columns?: undefined; readonly displaced: SqliteTask };

/** Whether the first comes before the second in lists: newest first, then by id, highest first. */
function isBefore(one: ListCursor, other: ListCursor): boolean {
  return one.statusAt === other.statusAt ? one.id > other.id : one.statusAt > other.statusAt;
}

function valuesOf(conditions: readonly Condition[]): SQLInputValue[] {
  return conditions.flatMap(([, ...values]) => values);
}

/** States contain no slash, so keys cannot collide. */
function totalName(scopeKey: number, contextId?: string, state?: TaskState): string {
  return `${scopeKey}/${state ?? ""}/${contextId === undefined ? "" : `=${contextId}`}`;
}

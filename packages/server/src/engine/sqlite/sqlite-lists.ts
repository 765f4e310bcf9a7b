import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Message, TaskState } from "@a2a/types";
import type { ListCursor, ListQuery } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import { collectPage, latestMessages } from "../store/page.ts";
import type { RowPage } from "../store/task-store.ts";
import { microsOf } from "../text/instant.ts";
import type { TaskPieces } from "../text/task-text.ts";
import type { HotTask } from "./hot-task.ts";
import { type Columns, stateNumber } from "./sqlite-task-rows.ts";
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
    const conditions: Condition[] = [["task.scope = ?", scopeKey]];
    if (query.contextId !== undefined) conditions.push(["context = ?", query.contextId]);
    if (query.status !== undefined) conditions.push(["state = ?", stateNumber(query.status)]);
    const { statusTimestampAfter: from } = query;
    if (from !== undefined) conditions.push(["status_at >= ?", microsOf(from)]);
    const displaced = this.#tasks.unsavedIn(scopeKey).filter(isDisplaced);
    const count = () => this.#count(conditions) + countDisplaced(displaced, query);
    const totalSize =
      from === undefined ? this.#total(totalName(scopeKey, query.contextId, query.status), count) : count();
    if (query.cursor) conditions.push(["(status_at, id) < (?, ?)", query.cursor.statusAt, query.cursor.id]);
    return { ...this.#page(query, conditions, displaced), totalSize };
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
    const unsaved = this.#tasks
      .unsavedIn(scopeKey)
      .filter(({ row, saved }) => !saved && row.contextId === contextId && row.id !== exceptTaskId);
    const said = [
      ...tasks.all(scopeKey, contextId, exceptTaskId ?? "", limit).map((columns) => ({
        key: Number(columns.key),
        messages: () => this.#messagesOf(String(columns.id)),
      })),
      ...unsaved.map(({ key, row }) => ({ key, messages: () => this.#messagesOf(row.id) })),
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

  #page(query: ListQuery, conditions: Condition[], displaced: readonly HotTask[]): Omit<RowPage, "totalSize"> {
    // Columns outside the view are not read from the file.
    const artifacts = query.view?.artifacts === false ? "''" : "artifacts";
    const found = this.#prepare(`
      select task.*, snapshot.seq as snapshot_seq, snapshot.size as snapshot_size, head, history, messages, ${artifacts} as artifacts
      from task left join snapshot on snapshot.task = task.key
      where ${conditions.map(([sql]) => sql).join(" and ")} order by status_at desc, id desc limit ?`);
    const rows = found.iterate(...valuesOf(conditions), query.pageSize + 1 + displaced.length);
    return collectPage(inOrder(rows, displaced, query), query.pageSize, ({ columns, displaced: hot }) => {
      const task = columns ? this.#tasks.read(columns) : hot;
      const whole = columns?.snapshot_seq === task.row.seq ? (columns as unknown as TaskPieces) : undefined;
      return { row: task.row, json: this.#tasks.jsonOf(task, query.view, whole) };
    });
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

/** A condition of a query, and the values in it. */
type Condition = [sql: string, ...values: SQLInputValue[]];

/** Whether a task is in another place of lists than its row says, or has none. */
function isDisplaced({ row, saved }: HotTask): boolean {
  return saved === undefined || saved.state !== row.state || saved.statusAt !== row.statusAt;
}

/** By how much a count of rows is wrong. */
function countDisplaced(displaced: readonly HotTask[], query: ListQuery): number {
  let count = 0;
  for (const { row, saved } of displaced) {
    if (saved && matches({ ...saved, contextId: row.contextId }, query)) count -= 1;
    if (matches(row, query)) count += 1;
  }
  return count;
}

function matches(row: Pick<TaskRow, "contextId" | "state" | "statusAt">, query: ListQuery): boolean {
  const { contextId, status, statusTimestampAfter } = query;
  if (contextId !== undefined && row.contextId !== contextId) return false;
  if (status !== undefined && row.state !== status) return false;
  return statusTimestampAfter === undefined || row.statusAt >= microsOf(statusTimestampAfter);
}

/** Rows, and displaced tasks where they belong between them. */
function* inOrder(
  rows: Iterable<Columns>,
  displaced: readonly HotTask[],
  query: ListQuery,
): Generator<Listed, void, void> {
  const ids = new Set(displaced.map(({ row }) => row.id));
  const { cursor } = query;
  const waiting = displaced
    .filter(({ row }) => matches(row, query) && (cursor === undefined || isBefore(cursor, row)))
    .sort((one, other) => (isBefore(one.row, other.row) ? -1 : 1));
  for (const columns of rows) {
    if (ids.has(String(columns.id))) continue;
    const place = { statusAt: Number(columns.status_at), id: String(columns.id) };
    while (waiting[0] && isBefore(waiting[0].row, place)) yield { displaced: waiting.shift() as HotTask };
    yield { columns };
  }
  for (const task of waiting) yield { displaced: task };
}

/** A task of a list, by its row or from memory. */
type Listed =
  | { readonly columns: Columns; readonly displaced?: undefined }
  | { readonly columns?: undefined; readonly displaced: HotTask };

/** Whether the first comes before the second in lists: newest first, then by id, highest first. */
function isBefore(one: ListCursor, other: ListCursor): boolean {
  return one.statusAt === other.statusAt ? one.id > other.id : one.statusAt > other.statusAt;
}

/** Read one by one, since most contexts have more messages than requested. */
function* messagesOfEach(said: readonly { messages(): Message[] }[]): Generator<Message[]> {
  for (const item of said) yield item.messages();
}

function valuesOf(conditions: readonly Condition[]): SQLInputValue[] {
  return conditions.flatMap(([, ...values]) => values);
}

/** States contain no slash, so keys cannot collide. */
function totalName(scopeKey: number, contextId?: string, state?: TaskState): string {
  return `${scopeKey}/${state ?? ""}/${contextId === undefined ? "" : `=${contextId}`}`;
}

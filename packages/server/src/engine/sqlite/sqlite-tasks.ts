import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isTerminal } from "@a2a/types";
import type { TaskView } from "../port/stored-task.ts";
import type { Scope } from "../port/task-engine.ts";
import type { SeenMessage } from "../rules/change.ts";
import type { TaskHead, TaskRow } from "../rules/task-row.ts";
import type { LogSnapshot } from "../store/task-store.ts";
import type { EventText } from "../text/event-text.ts";
import { foldLog, taskJsonIn } from "../text/fold-log.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { SealedTask } from "../text/sealed-task.ts";
import { joinTask, type TaskPieces, TaskText } from "../text/task-text.ts";
import { flushedRow, type HotTask, notInTables } from "./hot-task.ts";
import { newTask, reopenTask } from "./reopen-task.ts";
import type { JournaledTask } from "./sqlite-journal.ts";
import { SqliteLogs } from "./sqlite-logs.ts";
import type { SqliteMessages } from "./sqlite-messages.ts";
import { type Columns, type RememberedMessage, SqliteTaskRows } from "./sqlite-task-rows.ts";
import { SqliteTaskWriter, type TaskWriterHooks } from "./sqlite-task-writer.ts";

/** The limits of the LRU cache: tasks, and characters of their texts and latest entries. */
const HOT_TASKS = 1_024;
const HOT_SIZE = 64 * 1_024 * 1_024;

/** The callbacks of the task table into its store. */
export interface TaskTableHooks extends Pick<TaskWriterHooks, "now" | "moved" | "keepsRowsExact"> {
  scopeOf(scopeKey: number): Scope;
}

/**
 * The tasks of a database, with an LRU cache of rows and texts. During a transaction tasks are changed in memory; `flush` writes
 * each changed one once. After a rollback, memory is restored from the file.
 */
export class SqliteTasks {
  readonly #hooks: TaskTableHooks;
  readonly #rows: SqliteTaskRows;
  readonly #logs: SqliteLogs;
  readonly #writer: SqliteTaskWriter;
  /** Tasks that can be read again, least recently used first, and tasks that have to stay since their tables are behind. */
  readonly #hot = new Map<string, HotTask>();
  readonly #pinned = new Map<string, HotTask>();
  readonly #byId: StatementSync;
  readonly #byKey: StatementSync;
  #hotSize = 0;
  #isStale = false;

  constructor(database: DatabaseSync, messages: SqliteMessages, hooks: TaskTableHooks) {
    this.#hooks = hooks;
    this.#logs = new SqliteLogs(database);
    this.#rows = new SqliteTaskRows(database, this.#logs);
    const tables = { rows: this.#rows, logs: this.#logs, messages };
    this.#writer = new SqliteTaskWriter(database, tables, {
      now: hooks.now,
      moved: hooks.moved,
      keepsRowsExact: hooks.keepsRowsExact,
      textOf: (task) => this.#textOf(task),
      pin: (task) => {
        this.#hot.delete(task.row.id);
        this.#pinned.set(task.row.id, task);
      },
      unpin: (task) => {
        this.#pinned.delete(task.row.id);
        this.#keep(task);
      },
      isCrowded: () => this.#hotSize > HOT_SIZE && this.#hot.size === 0,
    });
    const select = `
      select task.*, snapshot.seq as snapshot_seq, snapshot.size as snapshot_size
      from task left join snapshot on snapshot.task = task.key where`;
    this.#byId = database.prepare(`${select} id = ?`);
    this.#byKey = database.prepare(`${select} task.key = ?`);
  }

  /** Brings the tables up to date with a journal that another process left. Part of a transaction. */
  recover(): void {
    this.discard();
    this.restore();
    this.#writer.saveAll();
    this.discard();
  }

  find(id: string): HotTask | undefined {
    const pinned = this.#pinned.get(id);
    if (pinned) return pinned;
    const hot = this.#hot.get(id);
    if (hot) {
      this.#hot.delete(id);
      this.#hot.set(id, hot);
      return hot;
    }
    const columns = this.#byId.get(id);
    return columns && this.#keep(this.read(columns));
  }

  /** The cached task, or one read from its columns. */
  read(columns: Columns): HotTask {
    const cached = this.#cached(String(columns.id));
    if (cached) return cached;
    const task = this.#rows.read(columns, this.#hooks.scopeOf(Number(columns.scope)));
    return { ...task, ...notInTables(), flushed: flushedRow(task.row) };
  }

  /** Adds a task; `save` brings its entries. */
  insert(key: number, scopeKey: number, row: TaskRow, text: TaskText): void {
    const none = { saved: undefined, changedAt: 0, snapshot: { seq: 0, size: 0 }, trimmed: false };
    const task: HotTask = { key, scopeKey, row, ...none, ...notInTables(), text };
    this.#count(task);
    this.#keep(task);
  }

  save(row: TaskRow, entries: readonly TextEntry[], texts: readonly EventText[], message?: RememberedMessage): void {
    const task = this.#task(row);
    for (const entry of entries) task.fresh.push(entry);
    task.recent.push(entries, task.fresh.length + (task.unsaved?.entries.length ?? 0));
    if (message) task.freshMessages.push(message);
    if (task.text instanceof TaskText) for (const text of texts) task.text.apply(text);
    this.#count(task);
    this.#writer.touch(task);
  }

  entries(row: TaskHead, after: number, limit: number): readonly TextEntry[] {
    return after >= row.seq ? [] : this.#entries(this.#task(row), after, limit);
  }

  /** The latest snapshot if it is not newer than `seq`, otherwise the initial task; `undefined` once the events were deleted. */
  snapshotBefore(row: TaskHead, seq: number): LogSnapshot | undefined {
    const task = this.#task(row);
    const { key, snapshot, trimmed } = task;
    if (trimmed) return undefined;
    if (snapshot.seq > 1 && snapshot.seq <= seq) {
      const [last] = this.#entries(task, snapshot.seq - 1, 1);
      return last && { seq: snapshot.seq, generation: last.generation, json: joinTask(this.#logs.snapshot(key)) };
    }
    const [first] = this.#entries(task, 0, 1);
    return { seq: 1, generation: 1, json: taskJsonIn(first) };
  }

  json(row: TaskHead, view: TaskView | undefined): string {
    return this.jsonOf(this.#task(row), view);
  }

  /** The JSON of a task, cached or not; uses the given pieces of its snapshot where the text is not cached. */
  jsonOf(task: HotTask, view: TaskView | undefined, pieces?: TaskPieces): string {
    if (pieces && !task.text) return joinTask(pieces, view);
    return (task.text ?? this.#load(task)).json(view);
  }

  snapshot(row: TaskHead): () => string {
    return this.#textOf(this.#task(row)).snapshot();
  }

  keyOf(row: TaskHead): number {
    return this.#task(row).key;
  }

  /** The tasks of a scope whose rows are missing or out of date. */
  unsavedIn(scopeKey: number): HotTask[] {
    return [...this.#writer.unsaved].filter((task) => task.scopeKey === scopeKey);
  }

  /** The idempotency record of a message that is in the journal only. */
  seen(scopeKey: number, messageId: string): SeenMessage | undefined {
    return this.#writer.seen(scopeKey, messageId);
  }

  /** Writes what this transaction has changed. */
  flush(): void {
    this.#writer.flush();
  }

  /** Whether `catchUp` has something to do. */
  get isBehind(): boolean {
    return this.#writer.isBehind;
  }

  /** Writes settled tasks to their own tables. Part of a transaction. */
  catchUp(): void {
    this.#writer.catchUp();
  }

  /** Writes everything to its own tables. Part of a transaction. */
  saveAll(): void {
    this.#writer.saveAll();
  }

  /** The number of characters written since the last call. */
  takeWritten(): number {
    return this.#writer.takeWritten();
  }

  /** Memory differs from the file after a rollback. */
  discard(): void {
    this.#hot.clear();
    this.#pinned.clear();
    this.#hotSize = 0;
    this.#isStale = true;
  }

  /** Brings memory in line with the file, if it is not. */
  restore(): void {
    if (!this.#isStale) return;
    this.#writer.restore((key, journaled) => this.#reopen(key, journaled));
    this.#isStale = false;
  }

  /** Evicts the least recently used tasks down to the limits. Only between commands: a command must keep its rows. */
  trim(): void {
    for (const id of this.#hot.keys()) {
      if (this.#hot.size <= HOT_TASKS && this.#hotSize <= HOT_SIZE) return;
      this.drop(id);
    }
  }

  /** Evicts one task that was deleted or lost its events; its tables are up to date. */
  drop(id: string): void {
    const task = this.#hot.get(id);
    if (!task) return;
    this.#hot.delete(id);
    this.#hotSize -= task.counted;
  }

  /** A task as the tables and the journal have it together. */
  #reopen(key: number, journaled: JournaledTask): HotTask {
    const columns = this.#byKey.get(key);
    const { scopeOf } = this.#hooks;
    const task = columns
      ? this.#rows.read(columns, scopeOf(Number(columns.scope)))
      : newTask(key, journaled.image, scopeOf);
    return this.#keep(reopenTask(task, journaled, (hot, seq) => this.#entries(hot, seq - 1, 1)[0]));
  }

  /** From memory where possible: the tables may lack the latest entries, which are in memory then. */
  #entries({ key, recent }: HotTask, after: number, limit: number): readonly TextEntry[] {
    return recent.after(after, limit) ?? this.#logs.read(key, after, limit);
  }

  #textOf(task: HotTask): TaskText | SealedTask {
    if (!task.text) {
      task.text = this.#load(task);
      this.#count(task);
    }
    return task.text;
  }

  #count(task: HotTask): void {
    const size = (task.text ? task.row.size : 0) + task.recent.characters;
    this.#hotSize += size - task.counted;
    task.counted = size;
  }

  #load(task: HotTask): TaskText | SealedTask {
    const { key, row, snapshot, unsaved } = task;
    const pieces = snapshot.seq > 0 ? this.#logs.snapshot(key) : undefined;
    if (pieces && isTerminal(row.state) && snapshot.seq === row.seq) return new SealedTask(pieces);
    return foldLog(pieces, [...this.#logs.read(key, snapshot.seq, row.seq), ...(unsaved?.entries ?? [])]);
  }

  #task(row: TaskHead): HotTask {
    const task = this.#cached(row.id) ?? this.find(row.id);
    if (!task) throw new TypeError(`task ${row.id} is not in the store`);
    return task;
  }

  #cached(id: string): HotTask | undefined {
    return this.#pinned.get(id) ?? this.#hot.get(id);
  }

  #keep(task: HotTask): HotTask {
    this.#hot.set(task.row.id, task);
    return task;
  }
}

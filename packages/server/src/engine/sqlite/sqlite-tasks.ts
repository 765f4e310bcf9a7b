import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isTerminal } from "@a2a/types";
import type { TaskView } from "../port/stored-task.ts";
import type { Scope } from "../port/task-engine.ts";
import type { TaskHead, TaskRow } from "../rules/task-row.ts";
import type { LogSnapshot } from "../store/task-store.ts";
import type { EventText } from "../text/event-text.ts";
import { foldLog, taskIn } from "../text/fold-log.ts";
import { TextEntry } from "../text/log-entry.ts";
import { SealedTask } from "../text/sealed-task.ts";
import { joinTask, type TaskPieces, TaskText } from "../text/task-text.ts";
import { type Columns, type DatabaseTask, EVENTS_PER_TASK, SqliteTaskRows } from "./sqlite-task-rows.ts";

/** The limits of the LRU cache: tasks, and characters of their texts. */
const HOT_TASKS = 1_024;
const HOT_SIZE = 64 * 1_024 * 1_024;
/** How many of the latest log entries of a task are cached for subscribers. */
const RECENT = 256;
/** The minimum number of events between snapshots. */
const TAIL = 64;

/** A cached task; there is at most one object per task. */
interface HotTask extends DatabaseTask {
  text: TaskText | SealedTask | undefined;
  /** Its share of `#hotSize`. */
  counted: number;
  recent: TextEntry[];
}

/** The callbacks of the task table into its store. */
export interface TaskTableHooks {
  scopeOf(scopeKey: number): Scope;
  /** A clock for ages, in milliseconds since 1970. */
  now(): number;
  /** A task is new (`from` is absent), or its state has changed. */
  moved(task: DatabaseTask, from: TaskRow["state"] | undefined): void;
}

/**
 * The tasks of a database, with an LRU cache of rows and texts. During a transaction
 * rows are changed in memory and events are written immediately; `flush` writes each changed row once. A rollback clears the
 * cache.
 */
export class SqliteTasks {
  readonly #hooks: TaskTableHooks;
  readonly #rows: SqliteTaskRows;
  readonly #hot = new Map<string, HotTask>();
  readonly #dirty = new Set<HotTask>();
  readonly #byId: StatementSync;
  readonly #insertEvent: StatementSync;
  readonly #events: StatementSync;
  readonly #snapshot: StatementSync;
  readonly #saveSnapshot: StatementSync;
  #hotSize = 0;
  #written = 0;

  constructor(database: DatabaseSync, hooks: TaskTableHooks) {
    this.#hooks = hooks;
    this.#rows = new SqliteTaskRows(database);
    this.#byId = database.prepare(`
      select task.*, snapshot.seq as snapshot_seq, snapshot.size as snapshot_size
      from task left join snapshot on snapshot.task = task.key where id = ?`);
    this.#insertEvent = database.prepare("insert into event (key, generation, answered, json) values (?, ?, ?, ?)");
    this.#events = database.prepare(
      "select key, generation, answered, json from event where key > ? and key < ? order by key limit ?",
    );
    this.#snapshot = database.prepare("select head, history, artifacts, messages from snapshot where task = ?");
    this.#saveSnapshot = database.prepare(`
      insert or replace into snapshot (task, seq, size, messages, head, history, artifacts) values (?, ?, ?, ?, ?, ?, ?)`);
  }

  find(id: string): HotTask | undefined {
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
    const hot = this.#hot.get(String(columns.id));
    if (hot) return hot;
    const task = this.#rows.read(columns, this.#hooks.scopeOf(Number(columns.scope)));
    return { ...task, text: undefined, counted: 0, recent: [] };
  }

  /** Adds a task; `save` brings its entries. */
  insert(key: number, scopeKey: number, row: TaskRow, text: TaskText): void {
    const none = { saved: undefined, snapshot: { seq: 0, size: 0 }, trimmed: false };
    const task: HotTask = { key, scopeKey, row, text, counted: 0, recent: [], ...none };
    this.#count(task);
    this.#dirty.add(task);
    this.#keep(task);
  }

  save(row: TaskRow, entries: readonly TextEntry[], texts: readonly EventText[]): void {
    const task = this.#task(row);
    for (const entry of entries) this.#append(task, entry);
    if (task.text instanceof TaskText) for (const text of texts) task.text.apply(text);
    if (task.text) this.#count(task);
    this.#dirty.add(task);
  }

  entries(row: TaskHead, after: number, limit: number): readonly TextEntry[] {
    if (after >= row.seq) return [];
    const { key, recent } = this.#task(row);
    const first = recent[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (first <= after + 1) return recent.slice(after + 1 - first, after + 1 - first + limit);
    return this.#readEvents(key, after, limit);
  }

  /** The latest snapshot if it is not newer than `seq`, otherwise the initial task; `undefined` once the events were deleted. */
  snapshotBefore(row: TaskHead, seq: number): LogSnapshot | undefined {
    const { key, snapshot, trimmed } = this.#task(row);
    if (trimmed) return undefined;
    if (snapshot.seq > 1 && snapshot.seq <= seq) {
      const [last] = this.#readEvents(key, snapshot.seq - 1, 1);
      const pieces = this.#snapshot.get(key) as unknown as TaskPieces;
      return last && { seq: snapshot.seq, generation: last.generation, json: joinTask(pieces) };
    }
    const [first] = this.#readEvents(key, 0, 1);
    return { seq: 1, generation: 1, json: JSON.stringify(taskIn(first)) };
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

  /** Writes the changed rows. */
  flush(): void {
    for (const task of this.#dirty) {
      const from = task.saved?.state;
      this.#takeSnapshot(task);
      this.#rows.write(task, this.#hooks.now());
      if (from !== task.row.state) this.#hooks.moved(task, from);
    }
    this.#dirty.clear();
  }

  /** The number of characters written since the last call. */
  takeWritten(): number {
    const written = this.#written;
    this.#written = 0;
    return written;
  }

  /** Clears the cache. */
  discard(): void {
    this.#dirty.clear();
    this.#hot.clear();
    this.#hotSize = 0;
  }

  /** Evicts the least recently used tasks down to the limits. Only between commands: a command must keep its rows. */
  trim(): void {
    for (const id of this.#hot.keys()) {
      if (this.#hot.size <= HOT_TASKS && this.#hotSize <= HOT_SIZE) return;
      this.drop(id);
    }
  }

  /** Evicts one task that was deleted or lost its events. */
  drop(id: string): void {
    const task = this.#hot.get(id);
    if (!task) return;
    this.#hot.delete(id);
    this.#dirty.delete(task);
    this.#hotSize -= task.counted;
  }

  #append(task: HotTask, entry: TextEntry): void {
    const { seq, generation, answered, json } = entry;
    this.#insertEvent.run(task.key * EVENTS_PER_TASK + seq, generation, answered ?? null, json);
    this.#written += json.length;
    task.recent.push(entry);
    if (task.recent.length > 2 * RECENT) task.recent = task.recent.slice(-RECENT);
  }

  /**
   * Writes a snapshot when the task has finished, and before that whenever the content has doubled since the last snapshot, so that
   * the cost of snapshots stays proportional to the appended bytes.
   */
  #takeSnapshot(task: HotTask): void {
    const { key, row, snapshot } = task;
    const over = isTerminal(row.state);
    const due = row.seq - snapshot.seq >= TAIL && row.size - snapshot.size >= snapshot.size;
    if (snapshot.seq === row.seq || !(over || due)) return;
    const text = this.#textOf(task);
    const pieces = text.pieces();
    this.#saveSnapshot.run(key, row.seq, row.size, pieces.messages, pieces.head, pieces.history, pieces.artifacts);
    task.snapshot = { seq: row.seq, size: row.size };
    if (over) task.text = new SealedTask(pieces);
  }

  #textOf(task: HotTask): TaskText | SealedTask {
    if (!task.text) {
      task.text = this.#load(task);
      this.#count(task);
    }
    return task.text;
  }

  #count(task: HotTask): void {
    this.#hotSize += task.row.size - task.counted;
    task.counted = task.row.size;
  }

  #load({ key, row, snapshot }: HotTask): TaskText | SealedTask {
    const pieces = snapshot.seq > 0 ? (this.#snapshot.get(key) as unknown as TaskPieces) : undefined;
    if (pieces && isTerminal(row.state) && snapshot.seq === row.seq) return new SealedTask(pieces);
    return foldLog(pieces, this.#readEvents(key, snapshot.seq, row.seq));
  }

  #readEvents(key: number, after: number, limit: number): TextEntry[] {
    const base = key * EVENTS_PER_TASK;
    return this.#events.all(base + after, base + EVENTS_PER_TASK, limit).map((columns) => entryOf(columns, base));
  }

  #task(row: TaskHead): HotTask {
    const task = this.#hot.get(row.id) ?? this.find(row.id);
    if (!task) throw new TypeError(`task ${row.id} is not in the store`);
    return task;
  }

  #keep(task: HotTask): HotTask {
    this.#hot.set(task.row.id, task);
    return task;
  }
}

function entryOf({ key, generation, answered, json }: Columns, base: number): TextEntry {
  const settled = answered === null ? undefined : Number(answered);
  return new TextEntry(Number(key) - base, Number(generation), String(json), settled);
}

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isTerminal } from "@a2a/types";
import type { Scheduler } from "../../scheduling/scheduler.ts";
import { storageUnavailable } from "../port/refusals.ts";
import type { ListQuery, PushFilter, PushRecord, Scope } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import type { SeenMessage } from "../rules/idempotency.ts";
import type {
  Change,
  DuePushes,
  ExchangeTexts,
  ListedTasks,
  LogSnapshot,
  StoreEvents,
  TaskChange,
  TaskRecord,
  TaskStore,
} from "../store/task-store.ts";
import { UndeliveredTasks } from "../store/undelivered-tasks.ts";
import { foldLog, taskJsonIn } from "../text/fold-log.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { SealedTask } from "../text/sealed-task.ts";
import { joinTask, type TaskText } from "../text/task-text.ts";
import { merged } from "./recover-journal.ts";
import { SqliteCapacity, type SqliteCapacityOptions } from "./sqlite-capacity.ts";
import { SqliteLists, TASK_COLUMNS, TASK_TABLES } from "./sqlite-lists.ts";
import { SqliteLogs } from "./sqlite-logs.ts";
import { SqliteMessages } from "./sqlite-messages.ts";
import { SqliteOwner } from "./sqlite-owner.ts";
import { SqlitePushes } from "./sqlite-pushes.ts";
import { SqliteScopes } from "./sqlite-scopes.ts";
import { type Retention, SqliteSweep, type SweptTask } from "./sqlite-sweep.ts";
import type { SqliteTask } from "./sqlite-task.ts";
import { type Columns, SqliteTaskRows } from "./sqlite-task-rows.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { type Effects, isSqliteError, Transactions } from "./transaction.ts";
import { Unflushed } from "./unflushed.ts";

/** Options of a SQLite store. */
export interface SqliteStoreOptions {
  readonly path: string;
  readonly leaseMs: number;
  readonly busyTimeoutMs: number;
  readonly cleanupIntervalMs: number;
  readonly retention: Retention;
  readonly capacity: SqliteCapacityOptions;
  /** A monotonic clock for ages, in milliseconds since 1970. */
  readonly now: () => number;
  /** The time in milliseconds since 1970. */
  readonly clock: () => number;
}

const SWEEP_BATCH = 1_000;
/** The key of a scope that is not in the file yet. */
const NO_SCOPE = 0;

/** A store in one SQLite file. */
export class SqliteStore implements TaskStore {
  readonly #database: DatabaseSync;
  readonly #options: SqliteStoreOptions;
  readonly #scheduler: Scheduler;
  readonly #events: StoreEvents;
  readonly #owner: SqliteOwner;
  readonly #transactions: Transactions;
  readonly #unflushed = new Unflushed();
  readonly #rows: SqliteTaskRows;
  readonly #logs: SqliteLogs;
  readonly #writer: SqliteWriter;
  readonly #lists: SqliteLists;
  readonly #messages: SqliteMessages;
  readonly #pushes: SqlitePushes;
  readonly #sweep: SqliteSweep;
  readonly #capacity: SqliteCapacity;
  readonly #undelivered: UndeliveredTasks;
  readonly #scopes: SqliteScopes;
  readonly #byId: StatementSync;
  readonly #byKey: StatementSync;
  readonly #byAlias: StatementSync;
  readonly #forgetAlias: StatementSync;
  readonly #queued: StatementSync;
  readonly #stopTimers: readonly (() => void)[];
  /** The next key of a task or an exchange. */
  #nextKey: number;

  constructor(database: DatabaseSync, events: StoreEvents, options: SqliteStoreOptions, scheduler: Scheduler) {
    this.#database = database;
    this.#events = events;
    this.#options = options;
    this.#scheduler = scheduler;
    this.#scopes = new SqliteScopes(database);
    this.#messages = new SqliteMessages(database);
    this.#pushes = new SqlitePushes(database);
    this.#sweep = new SqliteSweep(database, options.retention);
    this.#capacity = new SqliteCapacity(database, options.capacity);
    this.#logs = new SqliteLogs(database);
    this.#rows = new SqliteTaskRows(database, this.#logs);
    const tables = { rows: this.#rows, logs: this.#logs, messages: this.#messages };
    this.#writer = new SqliteWriter(database, tables, this.#unflushed, (task) => task.text ?? this.text(task));
    this.#lists = new SqliteLists(database, this.#unflushed, (columns) => this.#fromRow(columns));
    const select = `select ${TASK_COLUMNS} from ${TASK_TABLES} where`;
    this.#byId = database.prepare(`${select} id = ?`);
    this.#byKey = database.prepare(`${select} task.key = ?`);
    this.#forgetAlias = database.prepare("update task set alias = null where id = ?");
    this.#byAlias = database.prepare("select id from task where scope = ? and alias = ?");
    this.#queued = database.prepare("select id from task where run = 1 order by key limit ?");
    this.#owner = new SqliteOwner(database, options.path, options.leaseMs, () => this.#recover());
    this.#transactions = new Transactions(database, this.#hooks(), options.busyTimeoutMs);
    const highest = database.prepare(
      "select max(coalesce((select max(key) from task), 0), coalesce((select max(key) from exchange), 0)) as key",
    );
    this.#nextKey = Number(highest.get()?.key) + 1;
    this.#undelivered = new UndeliveredTasks(this.#pushes.undelivered().flatMap((id) => this.load(id)?.head ?? []));
    this.#stopTimers = [
      scheduler.every(options.leaseMs / 3, () => this.#renew()),
      scheduler.every(options.cleanupIntervalMs, () => void this.sweep()),
    ];
  }

  write(changes: readonly Change[]): ReadonlyMap<number, unknown> | undefined {
    if (this.#capacity.isCheckDue) this.#checkSize();
    return this.#transaction((effects) => {
      let refusals: Map<number, unknown> | undefined;
      for (const [index, change] of changes.entries()) {
        const refusal = this.#write(change, effects);
        if (refusal === undefined) continue;
        refusals ??= new Map();
        refusals.set(index, refusal);
      }
      return refusals;
    });
  }

  load(id: string): SqliteTask | undefined {
    return this.#read(() => {
      const unflushed = this.#unflushed.find(id);
      if (unflushed) return unflushed;
      const columns = this.#byId.get(id);
      return columns && this.#fromRow(columns);
    });
  }

  text(record: TaskRecord): TaskText | SealedTask {
    return this.#read(() => {
      const { key, head, snapshot, unsaved } = taskOf(record);
      const pieces = snapshot.seq > 0 ? this.#logs.snapshot(key) : undefined;
      if (pieces && isTerminal(head.state) && snapshot.seq === head.seq) return new SealedTask(pieces);
      return foldLog(pieces, [...this.#logs.read(key, snapshot.seq, head.seq), ...(unsaved?.entries ?? [])]);
    });
  }

  entries(record: TaskRecord, after: number, limit: number): readonly TextEntry[] {
    return this.#read(() => {
      const { key, unsaved } = taskOf(record);
      const first = unsaved?.entries[0]?.seq ?? Number.POSITIVE_INFINITY;
      if (unsaved && first <= after + 1) return unsaved.entries.slice(after + 1 - first, after + 1 - first + limit);
      const rows = this.#logs.read(key, after, limit);
      return unsaved && rows.length < limit ? [...rows, ...unsaved.entries.slice(0, limit - rows.length)] : rows;
    });
  }

  /** The latest snapshot if it is not newer than `seq`, otherwise the initial task; `undefined` once the events were deleted. */
  snapshotBefore(record: TaskRecord, seq: number): LogSnapshot | undefined {
    return this.#read(() => {
      const { key, snapshot, trimmed } = taskOf(record);
      if (trimmed) return undefined;
      if (snapshot.seq > 1 && snapshot.seq <= seq) {
        const [last] = this.entries(record, snapshot.seq - 1, 1);
        return last && { seq: snapshot.seq, generation: last.generation, json: joinTask(this.#logs.snapshot(key)) };
      }
      const [first] = this.entries(record, 0, 1);
      return { seq: 1, generation: 1, json: taskJsonIn(first) };
    });
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    return this.#read(() => {
      const scopeKey = this.#scopes.find(scope);
      if (scopeKey === undefined) return undefined;
      return this.#unflushed.seen(scopeKey, messageId) ?? this.#messages.find(scopeKey, messageId);
    });
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    return this.#read(() => {
      const scopeKey = this.#scopes.find(scope);
      const found = scopeKey === undefined ? undefined : this.#byAlias.get(scopeKey, alias);
      return found && String(found.id);
    });
  }

  list(scope: Scope, query: ListQuery): ListedTasks {
    return this.#read(() => {
      const scopeKey = this.#scopes.find(scope);
      return scopeKey === undefined ? { tasks: [], totalSize: 0 } : this.#lists.list(scopeKey, query);
    });
  }

  conversation(scope: Scope, contextId: string, limit: number): Iterable<SqliteTask | ExchangeTexts> {
    return this.#read(() => {
      const scopeKey = this.#scopes.find(scope);
      return scopeKey === undefined ? [] : this.#lists.conversation(scopeKey, contextId, limit);
    });
  }

  queued(limit: number): readonly string[] {
    return this.#read(() => this.#queued.all(limit).map(({ id }) => String(id)));
  }

  pushes(record: TaskRecord): readonly PushRecord[] {
    return this.#read(() => this.#pushes.list(taskOf(record).key, record.head));
  }

  countPushes(scope: Scope): number {
    return this.#read(() => {
      const scopeKey = this.#scopes.find(scope);
      return scopeKey === undefined ? 0 : this.#pushes.count(scopeKey);
    });
  }

  duePushes(limit: number, filter?: PushFilter): DuePushes {
    return this.#read(() =>
      this.#undelivered.due(limit, this.#options.clock(), filter, (id) => {
        const task = this.load(id);
        return task && { head: task.head, pushes: this.pushes(task) };
      }),
    );
  }

  /** Rejects early a task that could not be written now; capacity is taken when the task is written. */
  admit(scope: Scope, contextId: string): undefined {
    this.assertRoom();
    this.#read(() => {
      const scopeKey = this.#scopes.find(scope) ?? NO_SCOPE;
      if (this.#capacity.countsTasks) this.#capacity.assertRoom(scopeKey, contextId);
    });
  }
  dismiss(): void {}

  assertRoom(): void {
    if (this.#capacity.isFull && this.#capacity.isCheckDue) this.#checkSize();
    this.#capacity.assertSpace();
  }

  get isBehind(): boolean {
    return this.#writer.isBehind;
  }

  catchUp(): boolean {
    try {
      this.#transaction((effects) => this.#writer.catchUp(effects));
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    for (const stop of this.#stopTimers) stop();
    try {
      this.#transaction((effects) => this.#writer.saveAll(effects));
    } catch {
      // The next process to open the file will find it in the journal.
    }
    try {
      this.#owner.resign();
    } catch {
      // The next process to open the file will find that the owner is dead.
    }
    this.#database.close();
  }

  /** Deletes expired data in batches, between which others get their turn. */
  async sweep(): Promise<void> {
    try {
      while (this.#transaction((effects) => this.#sweepBatch(effects))) {
        await new Promise<void>((resolve) => this.#scheduler.onNextTurn(resolve));
      }
    } catch {
      // The next sweep may succeed.
    }
  }

  /** Writes a change; returns why it was refused. */
  #write(change: Change, effects: Effects): unknown {
    if (change.kind === "task") return this.#writeTask(change, effects);
    const { exchange } = change;
    const scopeKey = this.#scopes.ensure(exchange.scope);
    this.#messages.insertExchange(this.#nextKey++, scopeKey, exchange, this.#options.now());
    return undefined;
  }

  #writeTask(change: TaskChange, effects: Effects): unknown {
    const { head, created, entries, replaced, savedPushes, deletedPushes } = change;
    const scopeKey = this.#scopes.ensure(head.scope);
    if (created && this.#capacity.countsTasks) {
      try {
        this.#capacity.admit(scopeKey, head.contextId, (task) => this.#remove(task, effects));
      } catch (error) {
        if (isSqliteError(error)) throw error;
        return error;
      }
    }
    if (replaced) this.#releaseAlias(taskOf(replaced), effects);
    if (created) change.record = newTask(this.#nextKey++, scopeKey, head, created.text);
    const task = taskOf(change.record as TaskRecord); // there is one from here on
    const before = created ? undefined : task.head;
    const now = this.#options.now();
    const messages = change.messages.map((message) => ({ ...message, at: now }));
    // Turns are claimed, and aliases and webhooks found, by their rows.
    const mustSave =
      this.#capacity.countsTasks ||
      head.run === "queued" ||
      task.saved?.run === "queued" ||
      head.alias !== before?.alias ||
      head.pushes !== (before?.pushes ?? 0);
    this.#writer.change(task, { head, entries, messages, changedAt: now }, created !== undefined, mustSave, effects);
    for (const push of savedPushes) this.#pushes.save(task.key, scopeKey, push);
    for (const id of deletedPushes) this.#pushes.delete(task.key, id);
    effects.push(() => {
      if (before?.state !== head.state) this.#lists.move(scopeKey, head, before?.state, head.state);
      this.#undelivered.add(head);
    });
    return undefined;
  }

  #releaseAlias(task: SqliteTask, effects: Effects): void {
    this.#writer.saveOne(task, effects);
    this.#forgetAlias.run(task.head.id);
    effects.push(() => {
      task.head = { ...task.head, alias: undefined };
    });
  }

  #fromRow(columns: Columns): SqliteTask {
    return this.#rows.read(columns, this.#scopes.of(Number(columns.scope)));
  }

  /** Brings the rows up to date with a journal that another process left. Part of the transaction that takes ownership. */
  #recover(): void {
    const effects: Effects = [];
    const tasks = [...this.#writer.readJournal()].map(([key, journaled]) => {
      const columns = this.#byKey.get(key);
      const row = columns && this.#fromRow(columns);
      const readEntry = (seq: number) => this.#logs.read(key, seq - 1, 1)[0];
      return merged(key, journaled, row, (scopeKey) => this.#scopes.of(scopeKey), readEntry);
    });
    this.#writer.recover(tasks, effects);
    this.#scopes.discard();
  }

  #transaction<T>(work: (effects: Effects) => T): T {
    return this.#transactions.run((effects) => {
      this.#writer.begin();
      const result = work(effects);
      this.#writer.end();
      this.#capacity.wrote(this.#writer.takeWritten());
      return result;
    });
  }

  #read<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isSqliteError(error) ? storageUnavailable(error) : error;
    }
  }

  #hooks() {
    return {
      mayWrite: () => this.#owner.isHeld(),
      rolledBack: () => {
        this.#writer.rolledBack();
        this.#lists.discard();
        this.#scopes.discard();
      },
      lost: () => this.#lose(),
      failed: () => void this.#loseIfMoved(),
    };
  }

  #lose(): void {
    for (const stop of this.#stopTimers) stop();
    this.#events.lost();
  }

  /** A deleted or replaced file still accepts writes, which would be lost. */
  #loseIfMoved(): boolean {
    if (!this.#owner.isMoved()) return false;
    this.#lose();
    return true;
  }

  #renew(): void {
    if (this.#loseIfMoved()) return;
    try {
      this.#transaction(() => this.#owner.renew());
    } catch {
      // The next renewal may succeed; if the lease has expired by then, the next write is fenced.
    }
  }

  /** Evicts finished tasks when the file exceeds its limit. */
  #checkSize(): void {
    this.#transaction((effects) => {
      this.#capacity.check(
        () => this.#writer.saveAll(effects),
        (task) => this.#remove(task, effects),
      );
    });
  }

  #sweepBatch(effects: Effects): boolean {
    this.#writer.saveAll(effects);
    const now = this.#options.now();
    const trimmed = this.#sweep.trimEvents(now, SWEEP_BATCH);
    for (const { id } of trimmed) effects.push(() => this.#events.outdated(id));
    const expired = this.#sweep.expiredTasks(now, SWEEP_BATCH);
    const idle = expired.filter(({ id }) => !this.#events.isPinned(id));
    for (const task of idle) this.#remove(task, effects);
    const messages = this.#sweep.deleteMessages(now, SWEEP_BATCH);
    return trimmed.length === SWEEP_BATCH || idle.length === SWEEP_BATCH || messages >= SWEEP_BATCH;
  }

  #remove(swept: SweptTask, effects: Effects): void {
    const task = this.load(swept.id);
    this.#sweep.deleteTask(swept);
    effects.push(() => {
      if (task) this.#writer.forget(task);
      if (task) this.#lists.move(task.scopeKey, task.head, task.head.state, undefined);
      this.#events.removed(swept.id);
    });
  }
}

function taskOf(record: TaskRecord): SqliteTask {
  return record as SqliteTask; // all records come from this store
}

function newTask(key: number, scopeKey: number, head: TaskHead, text: TaskText): SqliteTask {
  const state = { saved: undefined, changedAt: 0, snapshot: { seq: 0, size: 0 }, trimmed: false, unsaved: undefined };
  return { key, scopeKey, head, text, ...state };
}

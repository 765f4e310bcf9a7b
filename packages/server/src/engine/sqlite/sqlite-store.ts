import type { DatabaseSync } from "node:sqlite";
import type { Scheduler } from "../../util/scheduler.ts";
import type { Scope, WebhookFilter } from "../port/task-engine.ts";
import {
  type Change,
  type DueWebhooks,
  StorageFailure,
  type StoreEvents,
  type TaskChange,
  type TaskRecord,
  type TaskStore,
} from "../store/task-store.ts";
import { UndeliveredTasks } from "../store/undelivered-tasks.ts";
import { Checkpoints, isFull } from "./file/checkpoints.ts";
import { damaged } from "./file/sqlite-schema.ts";
import { type Effects, isSqliteError, Transactions } from "./file/transaction.ts";
import { SqliteCapacity, type SqliteCapacityOptions } from "./sqlite-capacity.ts";
import { SqliteOwner } from "./sqlite-owner.ts";
import { SqliteReads, taskOf } from "./sqlite-reads.ts";
import { type Retention, SqliteHousekeeping, SqliteSweep } from "./sqlite-sweep.ts";
import { newTask, type SqliteTask } from "./sqlite-task.ts";
import { endsAtOnce, SqliteWriter, savesEnded } from "./sqlite-writer.ts";

/** Options of a SQLite store. */
export interface SqliteStoreOptions {
  readonly path: string;
  readonly leaseMs: number;
  readonly busyTimeoutMs: number;
  readonly cleanupIntervalMs: number;
  readonly retention: Retention;
  readonly capacity: SqliteCapacityOptions;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
}

/** The key of a scope that is not in the file yet. */
const NO_SCOPE = 0;

/** A store in one SQLite file. */
export class SqliteStore extends SqliteReads implements TaskStore {
  readonly #database: DatabaseSync;
  readonly #options: SqliteStoreOptions;
  readonly #scheduler: Scheduler;
  readonly #events: StoreEvents;
  readonly #owner: SqliteOwner;
  readonly #transactions: Transactions;
  readonly #checkpoints: Checkpoints;
  readonly #writer: SqliteWriter;
  readonly #housekeeping: SqliteHousekeeping;
  readonly #capacity: SqliteCapacity;
  readonly #undelivered: UndeliveredTasks;
  readonly #stopTimers: readonly (() => void)[];
  /** The difference between the times that ages are measured from, and the monotonic clock. */
  readonly #epoch: number;
  /** The next key of a task or an exchange. */
  #nextKey: number;

  constructor(database: DatabaseSync, events: StoreEvents, options: SqliteStoreOptions, scheduler: Scheduler) {
    super(database);
    this.#database = database;
    this.#events = events;
    this.#options = options;
    this.#scheduler = scheduler;
    this.#epoch = options.now() - options.elapsed();
    this.#capacity = new SqliteCapacity(database, options.capacity);
    const tables = { rows: this.rows, logs: this.logs, messages: this.messages };
    this.#writer = new SqliteWriter(database, tables, this.unflushed, (task) => task.text ?? this.tasks.text(task));
    this.#housekeeping = new SqliteHousekeeping({
      tasks: this.tasks,
      writer: this.#writer,
      lists: this.lists,
      sweep: new SqliteSweep(database, options.retention),
      capacity: this.#capacity,
      events,
    });
    this.#owner = new SqliteOwner(database, options.path, options.leaseMs, () => this.#recover());
    this.#transactions = new Transactions(database, this.#hooks(), options.busyTimeoutMs);
    this.#checkpoints = new Checkpoints(database, options.path, options.elapsed);
    const highest = database.prepare(
      "select max(coalesce((select max(key) from task), 0), coalesce((select max(key) from exchange), 0)) as key",
    );
    this.#nextKey = Number(highest.get()?.key) + 1;
    this.#undelivered = new UndeliveredTasks(this.webhooks.undelivered().flatMap((id) => this.load(id)?.head ?? []));
    this.#stopTimers = [
      scheduler.every(options.leaseMs / 3, () => this.#renew()),
      scheduler.every(options.cleanupIntervalMs, () => void this.sweep()),
    ];
  }

  write(changes: readonly Change[]): ReadonlyMap<number, unknown> | undefined {
    if (this.#capacity.isCheckDue) this.#checkSize();
    const areMany = savesEnded(changes);
    return this.#transaction((effects) => {
      let refusals: Map<number, unknown> | undefined;
      for (const [index, change] of changes.entries()) {
        const refusal = this.#write(change, areMany && endsAtOnce(change), effects);
        if (refusal === undefined) continue;
        refusals ??= new Map();
        refusals.set(index, refusal);
      }
      return refusals;
    });
  }

  dueWebhooks(limit: number, filter?: WebhookFilter): DueWebhooks {
    return this.reading(() =>
      this.#undelivered.due(limit, this.#options.now(), filter, (id) => {
        const task = this.load(id);
        return task && { head: task.head, webhooks: this.webhooksOf(task) };
      }),
    );
  }

  /** Rejects early a task that cannot be written now. Capacity is only used when the task is written. */
  admit(scope: Scope, contextId: string): undefined {
    this.assertRoom();
    this.reading(() => {
      const scopeKey = this.scopes.find(scope) ?? NO_SCOPE;
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

  /** Deletes expired data in batches, and yields to other work in between. */
  async sweep(): Promise<void> {
    try {
      while (this.#transaction((effects) => this.#housekeeping.sweepSome(this.#agedAt(), effects))) {
        await new Promise<void>((resolve) => this.#scheduler.onNextIteration(resolve));
      }
    } catch {
      // The next sweep may succeed.
    }
  }

  /** Writes a change; returns why it was refused. */
  #write(change: Change, isComplete: boolean, effects: Effects): unknown {
    if (change.kind === "task") return this.#writeTask(change, isComplete, effects);
    const { exchange } = change;
    const scopeKey = this.scopes.ensure(exchange.scope);
    this.messages.insertExchange(this.#nextKey++, scopeKey, exchange, this.#agedAt());
    return undefined;
  }

  #writeTask(change: TaskChange, isComplete: boolean, effects: Effects): unknown {
    const { head, created, entries, replaced, savedWebhooks, deletedWebhooks } = change;
    const scopeKey = this.scopes.ensure(head.scope);
    if (created && this.#capacity.countsTasks) {
      try {
        this.#capacity.admit(scopeKey, head.contextId, (task) => this.#housekeeping.remove(task, effects));
      } catch (error) {
        if (isSqliteError(error)) throw error;
        return error;
      }
    }
    if (replaced) this.#releaseAlias(taskOf(replaced), effects);
    if (created) change.record = newTask(this.#nextKey++, scopeKey, head, created.text);
    const task = taskOf(change.record as TaskRecord); // the change has created it
    const before = created ? undefined : task.head;
    const now = this.#agedAt();
    const messages = change.messages.map((message) => ({ ...message, at: now }));
    // Turns are claimed, and aliases and webhooks found, by their rows.
    const mustSave =
      isComplete ||
      this.#capacity.countsTasks ||
      head.run === "queued" ||
      task.saved?.run === "queued" ||
      head.alias !== before?.alias ||
      head.webhooks !== (before?.webhooks ?? 0);
    this.#writer.change(task, { head, entries, messages, changedAt: now }, created !== undefined, mustSave, effects);
    for (const webhook of savedWebhooks) this.webhooks.save(task.key, scopeKey, webhook);
    for (const id of deletedWebhooks) this.webhooks.delete(task.key, id);
    effects.push(() => {
      if (before?.state !== head.state) this.lists.move(scopeKey, head, before?.state, head.state);
      if (head.webhooks > 0) this.#undelivered.add(head);
    });
    return undefined;
  }

  /** The time for ages: they survive a restart, and a change of the clock does not affect them. */
  #agedAt(): number {
    return this.#epoch + this.#options.elapsed();
  }

  #releaseAlias(task: SqliteTask, effects: Effects): void {
    this.#writer.saveOne(task, effects);
    this.sql("update task set alias = null where id = ?").run(task.head.id);
    effects.push(() => {
      task.head = { ...task.head, alias: undefined };
    });
  }

  /** Brings the rows up to date with a journal that another process left. Part of the transaction that takes ownership. */
  #recover(): void {
    try {
      const tasks = [...this.#writer.readJournal()].map(([key, journaled]) => this.tasks.recovered(key, journaled));
      this.#writer.recover(tasks, []);
    } catch (error) {
      if (isSqliteError(error)) throw error;
      throw damaged(this.#options.path, "its journal is unreadable", error);
    }
    this.scopes.discard();
  }

  #transaction<T>(work: (effects: Effects) => T): T {
    try {
      return this.#attempt(work);
    } catch (error) {
      const mayFit = error instanceof StorageFailure && isFull(error.cause) && this.#checkpoints.makeRoom();
      if (mayFit) return this.#attempt(work);
      throw error;
    }
  }

  #attempt<T>(work: (effects: Effects) => T): T {
    return this.#transactions.run((effects) => {
      this.#writer.begin();
      const result = work(effects);
      this.#writer.end();
      this.#capacity.wrote(this.#writer.takeWritten());
      return result;
    });
  }

  #hooks() {
    return {
      mayWrite: () => this.#owner.isHeld(),
      rolledBack: () => {
        this.#writer.rolledBack();
        this.lists.discard();
        this.scopes.discard();
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
      this.#checkpoints.adapt();
      this.#transaction(() => this.#owner.renew());
    } catch {
      // The next renewal may succeed. If the lease expires first, the next write is fenced.
    }
  }

  #checkSize(): void {
    this.#checkpoints.adapt();
    this.#transaction((effects) => this.#housekeeping.checkSize(effects));
  }
}

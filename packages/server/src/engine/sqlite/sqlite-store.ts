import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Message } from "@a2a/types";
import { storageUnavailable } from "../port/refusals.ts";
import type { TaskView } from "../port/stored-task.ts";
import type { ListQuery, PushFilter, PushRecord, Scope } from "../port/task-engine.ts";
import type { Change, Decision, Facts, SeenMessage } from "../rules/change.ts";
import type { TaskHead, TaskRow } from "../rules/task-row.ts";
import type {
  ClaimCommand,
  DuePushes,
  LogSnapshot,
  RowPage,
  StoreCommand,
  StoreEvents,
  TaskSnapshot,
  TaskStore,
} from "../store/task-store.ts";
import { UndeliveredTasks } from "../store/undelivered-tasks.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { GroupCommit, isSqliteError } from "./group-commit.ts";
import { SqliteCapacity, type SqliteCapacityOptions } from "./sqlite-capacity.ts";
import { SqliteLists } from "./sqlite-lists.ts";
import { SqliteMessages } from "./sqlite-messages.ts";
import { SqliteOwner } from "./sqlite-owner.ts";
import { SqlitePushes } from "./sqlite-pushes.ts";
import { SqliteScopes } from "./sqlite-scopes.ts";
import { type Retention, SqliteSweep, type SweptTask } from "./sqlite-sweep.ts";
import { SqliteTasks } from "./sqlite-tasks.ts";

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
  readonly #events: StoreEvents;
  readonly #owner: SqliteOwner;
  readonly #commits: GroupCommit;
  readonly #tasks: SqliteTasks;
  readonly #lists: SqliteLists;
  readonly #messages: SqliteMessages;
  readonly #pushes: SqlitePushes;
  readonly #sweep: SqliteSweep;
  readonly #capacity: SqliteCapacity;
  readonly #undelivered: UndeliveredTasks;
  readonly #scopes: SqliteScopes;
  readonly #byAlias: StatementSync;
  readonly #forgetAlias: StatementSync;
  readonly #queued: StatementSync;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  /** The next key of a task or an exchange. */
  #nextKey: number;

  constructor(database: DatabaseSync, events: StoreEvents, options: SqliteStoreOptions) {
    this.#database = database;
    this.#events = events;
    this.#options = options;
    this.#scopes = new SqliteScopes(database);
    this.#messages = new SqliteMessages(database);
    this.#pushes = new SqlitePushes(database);
    this.#sweep = new SqliteSweep(database, options.retention);
    this.#capacity = new SqliteCapacity(
      database,
      options.capacity,
      (task) => this.#remove(task),
      () => this.#tasks.saveAll(),
    );
    this.#tasks = new SqliteTasks(database, this.#messages, {
      scopeOf: (key) => this.#scopes.of(key),
      now: options.now,
      moved: ({ scopeKey, row }, from) => this.#lists.move(scopeKey, row, from, row.state),
      keepsRowsExact: this.#capacity.countsTasks,
    });
    this.#lists = new SqliteLists(database, this.#tasks);
    this.#forgetAlias = database.prepare("update task set alias = null where id = ?");
    this.#byAlias = database.prepare("select id from task where scope = ? and alias = ?");
    this.#queued = database.prepare("select id from task where run = 1 order by key limit ?");
    this.#owner = new SqliteOwner(database, options.path, options.leaseMs, () => this.#tasks.recover());
    this.#commits = new GroupCommit(database, this.#transaction(), options.busyTimeoutMs);
    const highest = database.prepare(
      "select max(coalesce((select max(key) from task), 0), coalesce((select max(key) from exchange), 0)) as key",
    );
    this.#nextKey = Number(highest.get()?.key) + 1;
    this.#undelivered = new UndeliveredTasks(
      this.#pushes.undelivered().flatMap((id) => this.#tasks.find(id)?.row ?? []),
    );
    this.#timers = [
      setInterval(() => this.#renew(), options.leaseMs / 3),
      setInterval(() => this.#sweepAll(), options.cleanupIntervalMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  commit<Result>(command: StoreCommand<Result>): Promise<Result> {
    return this.#write(() => {
      const { result, change } = command.decide(this.#load(command));
      if (change) this.#apply(change);
      return result;
    }, command.done);
  }

  claim<Result>({ limit, decide, done }: ClaimCommand<Result>): Promise<Result[]> {
    return this.#write(() => {
      this.#tasks.flush();
      return this.#queued.all(limit).flatMap(({ id }) => {
        const row = this.#tasks.find(String(id))?.row;
        if (!row) return [];
        const { result, change }: Decision<Result> = decide(row, this.#options.clock());
        if (change) this.#apply(change);
        return [result];
      });
    }, done);
  }

  /** Rejects early a task that could not be written now; capacity is taken when the task is written. */
  admit(scope: Scope, contextId: string): undefined {
    this.#read(() => {
      this.#capacity.assertSpace();
      const scopeKey = this.#scopes.find(scope) ?? NO_SCOPE;
      if (this.#capacity.countsTasks) this.#capacity.assertRoom(scopeKey, contextId);
    });
  }
  dismiss(): void {}

  find(id: string): TaskRow | undefined {
    return this.#read(() => this.#tasks.find(id)?.row);
  }

  read(id: string, view: TaskView | undefined): TaskSnapshot | undefined {
    return this.#read(() => {
      const row = this.#tasks.find(id)?.row;
      return row && { row, json: view ? this.#tasks.json(row, view) : this.#tasks.snapshot(row) };
    });
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    return this.#read(() => this.#seen(scope, messageId));
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    return this.#read(() => this.#resolveAlias(scope, alias));
  }

  entries(row: TaskHead, after: number, limit: number): readonly TextEntry[] {
    return this.#read(() => this.#tasks.entries(row, after, limit));
  }

  snapshotBefore(row: TaskHead, seq: number): LogSnapshot | undefined {
    return this.#read(() => this.#tasks.snapshotBefore(row, seq));
  }

  list(scope: Scope, query: ListQuery): RowPage {
    return this.#read(() => {
      const scopeKey = this.#scopes.find(scope);
      if (scopeKey === undefined) return { tasks: [], totalSize: 0, next: undefined };
      return this.#lists.list(scopeKey, query);
    });
  }

  contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId?: string): Message[] {
    return this.#read(() => {
      const scopeKey = this.#scopes.find(scope);
      return scopeKey === undefined ? [] : this.#lists.contextMessages(scopeKey, contextId, limit, exceptTaskId);
    });
  }

  hasClaimable(): boolean {
    return this.#read(() => this.#queued.get(1) !== undefined);
  }

  pushes(row: TaskHead): readonly PushRecord[] {
    return this.#read(() => this.#pushesOf(row));
  }

  countPushes(scope: Scope): number {
    return this.#read(() => this.#countPushes(scope));
  }

  duePushes(limit: number, filter?: PushFilter): DuePushes {
    return this.#read(() =>
      this.#undelivered.due(limit, this.#options.clock(), filter, (id) => {
        const row = this.#tasks.find(id)?.row;
        return row && { row, pushes: this.#pushesOf(row) };
      }),
    );
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    // If this fails, the next process to open the file will find it in the journal.
    await this.#write(() => this.#tasks.saveAll()).catch(() => undefined);
    try {
      this.#owner.resign();
    } catch {
      // The next process to open the file will find that the owner is dead.
    }
    this.#database.close();
  }

  #write<Result>(work: () => Result, done?: (result: Result) => void): Promise<Result> {
    return this.#commits.write(work, done);
  }

  #read<Result>(work: () => Result): Result {
    try {
      this.#tasks.restore();
      return work();
    } catch (error) {
      throw isSqliteError(error) ? storageUnavailable(error) : error;
    } finally {
      this.#tasks.trim();
    }
  }

  #load({ taskId, alias, message, pushesOf }: StoreCommand<unknown>): Facts {
    const id = taskId ?? (alias && this.#resolveAlias(alias.scope, alias.alias));
    const row = id === undefined ? undefined : this.#tasks.find(id)?.row;
    return {
      row,
      seen: message && this.#seen(message.scope, message.messageId),
      pushes: pushesOf && row ? this.#pushesOf(row) : [],
      ownerPushes: pushesOf ? this.#countPushes(pushesOf) : 0,
      now: this.#options.clock(),
      assertRoom: () => this.#capacity.assertSpace(),
    };
  }

  #apply(change: Change): void {
    if (change.kind === "reservation")
      throw new TypeError("a database file has one engine, which reserves nothing in it");
    if (change.kind === "exchange") {
      const { exchange } = change;
      this.#messages.insertExchange(
        this.#nextKey++,
        this.#scopes.ensure(exchange.scope),
        exchange,
        this.#options.now(),
      );
      return;
    }
    const { row, created, entries, events, message, replaced, savedPush, deletedPush } = change;
    const scopeKey = this.#scopes.ensure(row.scope);
    if (created && this.#capacity.countsTasks) {
      this.#tasks.flush();
      this.#capacity.admit(scopeKey, row.contextId);
    }
    if (replaced) this.#releaseAlias(replaced);
    if (created) this.#tasks.insert(this.#nextKey++, scopeKey, row, created.text);
    this.#tasks.save(row, entries, events, message && { ...message, at: this.#options.now() });
    const taskKey = this.#tasks.keyOf(row);
    if (savedPush && this.#pushes.save(taskKey, scopeKey, savedPush)) row.pushes += 1;
    if (deletedPush !== undefined && this.#pushes.delete(taskKey, deletedPush)) row.pushes -= 1;
    this.#undelivered.add(row);
  }

  #seen(scope: Scope, messageId: string): SeenMessage | undefined {
    const scopeKey = this.#scopes.find(scope);
    if (scopeKey === undefined) return undefined;
    return this.#tasks.seen(scopeKey, messageId) ?? this.#messages.find(scopeKey, messageId);
  }

  #resolveAlias(scope: Scope, alias: string): string | undefined {
    this.#tasks.flush();
    const scopeKey = this.#scopes.find(scope);
    const found = scopeKey === undefined ? undefined : this.#byAlias.get(scopeKey, alias);
    return found && String(found.id);
  }

  #releaseAlias(row: TaskRow): void {
    this.#tasks.flush();
    this.#forgetAlias.run(row.id);
    row.alias = undefined;
  }

  #pushesOf(row: TaskHead): readonly PushRecord[] {
    return this.#pushes.list(this.#tasks.keyOf(row), row);
  }

  #countPushes(scope: Scope): number {
    const scopeKey = this.#scopes.find(scope);
    return scopeKey === undefined ? 0 : this.#pushes.count(scopeKey);
  }

  #transaction() {
    return {
      mayWrite: () => {
        this.#tasks.restore();
        return this.#owner.isHeld();
      },
      flush: () => {
        this.#tasks.flush();
        this.#capacity.wrote(this.#tasks.takeWritten());
      },
      committed: () => {
        if (!this.#tasks.isBehind) return;
        // If the storage fails now, the next transaction may succeed.
        this.#write(() => this.#tasks.catchUp()).catch(() => undefined);
      },
      discard: () => {
        this.#tasks.discard();
        this.#lists.discard();
        this.#scopes.discard();
      },
      lost: () => this.#lose(),
      failed: () => this.#loseIfMoved(),
    };
  }

  #lose(): void {
    for (const timer of this.#timers) clearInterval(timer);
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
    // If the storage fails now, the next renewal may succeed; if the lease has expired by then, the next write is fenced.
    this.#write(() => this.#owner.renew()).catch(() => undefined);
  }

  #sweepAll(): void {
    this.sweep().catch(() => undefined);
  }

  /** Deletes expired data in batches, between which other jobs get their turn. */
  async sweep(): Promise<void> {
    for (let more = true; more; ) more = await this.#write(() => this.#sweepBatch());
  }

  #sweepBatch(): boolean {
    this.#tasks.saveAll();
    const now = this.#options.now();
    const trimmed = this.#sweep.trimEvents(now, SWEEP_BATCH);
    for (const { id } of trimmed) this.#tasks.drop(id);
    const expired = this.#sweep.expiredTasks(now, SWEEP_BATCH);
    for (const task of expired) this.#remove(task);
    const messages = this.#sweep.deleteMessages(now, SWEEP_BATCH);
    return trimmed.length === SWEEP_BATCH || expired.length === SWEEP_BATCH || messages >= SWEEP_BATCH;
  }

  #remove(task: SweptTask): void {
    const found = this.#tasks.find(task.id);
    if (found?.unsaved) this.#tasks.saveAll();
    if (found) this.#lists.move(found.scopeKey, found.row, found.row.state, undefined);
    this.#tasks.drop(task.id);
    this.#sweep.deleteTask(task);
    this.#events.removed(task.id);
  }
}

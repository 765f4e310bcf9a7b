import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Message } from "@a2a/types";
import { storageUnavailable } from "../port/refusals.ts";
import type { TaskView } from "../port/stored-task.ts";
import type { ListQuery, PushRecord, Scope } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import type { Exchange, RowPage, SeenMessage, Store, StoreEvents } from "../store/task-store.ts";
import type { EventText } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { TaskText } from "../text/task-text.ts";
import { GroupCommit, isSqliteError } from "./group-commit.ts";
import { SqliteLists } from "./sqlite-lists.ts";
import { SqliteMessages } from "./sqlite-messages.ts";
import { SqliteOwner } from "./sqlite-owner.ts";
import { SqlitePushes } from "./sqlite-pushes.ts";
import { type Retention, SqliteSweep } from "./sqlite-sweep.ts";
import { SqliteTasks } from "./sqlite-tasks.ts";

/** How a database is used. */
export interface SqliteStoreOptions {
  readonly path: string;
  readonly leaseMs: number;
  readonly busyTimeoutMs: number;
  readonly cleanupIntervalMs: number;
  readonly retention: Retention;
  /** A clock for ages, in milliseconds since 1970, that does not jump. */
  readonly now: () => number;
}

const SWEEP_BATCH = 1_000;

/** Everything in one SQLite file. */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #options: SqliteStoreOptions;
  readonly #events: StoreEvents;
  readonly #owner: SqliteOwner;
  readonly #commit: GroupCommit;
  readonly #tasks: SqliteTasks;
  readonly #lists: SqliteLists;
  readonly #messages: SqliteMessages;
  readonly #pushes: SqlitePushes;
  readonly #sweep: SqliteSweep;
  readonly #scopes = new Map<string, number>();
  readonly #scopeByKey: StatementSync;
  readonly #findScope: StatementSync;
  readonly #insertScope: StatementSync;
  readonly #byAlias: StatementSync;
  readonly #forgetAlias: StatementSync;
  readonly #unclaimed: StatementSync;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  /** The next key of a task or an exchange. */
  #nextKey: number;

  constructor(database: DatabaseSync, events: StoreEvents, options: SqliteStoreOptions) {
    this.#database = database;
    this.#events = events;
    this.#options = options;
    this.#owner = new SqliteOwner(database, options.path, options.leaseMs);
    this.#commit = new GroupCommit(database, this.#transaction(), options.busyTimeoutMs);
    this.#tasks = new SqliteTasks(database, {
      scopeOf: (key) => this.#scopeOf(key),
      now: options.now,
      moved: ({ scopeKey, row }, from) => this.#lists.move(scopeKey, row, from, row.state),
    });
    this.#lists = new SqliteLists(database, this.#tasks);
    this.#messages = new SqliteMessages(database);
    this.#pushes = new SqlitePushes(database);
    this.#sweep = new SqliteSweep(database, options.retention);
    this.#scopeByKey = database.prepare("select tenant, owner from scope where key = ?");
    this.#findScope = database.prepare("select key from scope where tenant = ? and owner = ?");
    this.#insertScope = database.prepare("insert into scope (tenant, owner) values (?, ?)");
    this.#forgetAlias = database.prepare("update task set alias = null where id = ?");
    this.#byAlias = database.prepare("select id from task where scope = ? and alias = ?");
    this.#unclaimed = database.prepare("select id from task where run = 1 order by key limit ?");
    const highest = database.prepare(
      "select max(coalesce((select max(key) from task), 0), coalesce((select max(key) from exchange), 0)) as key",
    );
    this.#nextKey = Number(highest.get()?.key) + 1;
    this.#timers = [
      setInterval(() => this.#renew(), options.leaseMs / 3),
      setInterval(() => this.#sweepAll(), options.cleanupIntervalMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async write<T>(work: () => T, done?: (result: T) => void): Promise<T> {
    return this.#commit.write(work, done);
  }

  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw isSqliteError(error) ? storageUnavailable(error) : error;
    } finally {
      this.#tasks.trim();
    }
  }

  // Nothing is refused for want of room: what is old goes by its age.
  admit(): undefined {}
  dismiss(): void {}

  find(id: string): TaskRow | undefined {
    return this.#tasks.find(id)?.row;
  }

  insert(row: TaskRow, text: TaskText, first: TextEntry): void {
    this.#tasks.insert(this.#nextKey++, this.#scopeKey(row.scope), row, text, first);
  }

  save(row: TaskRow, entries: readonly TextEntry[] = [], texts: readonly EventText[] = []): void {
    this.#tasks.save(row, entries, texts);
  }

  seal(): void {
    // What is not used stays in the file alone anyway.
  }

  insertExchange(exchange: Exchange): void {
    this.#messages.insertExchange(this.#nextKey++, this.#scopeKey(exchange.scope), exchange, this.#options.now());
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    const scopeKey = this.#knownScope(scope);
    return scopeKey === undefined ? undefined : this.#messages.find(scopeKey, messageId);
  }

  rememberMessage(row: TaskRow, messageId: string, fingerprint: string, seq: number): void {
    const scopeKey = this.#scopeKey(row.scope);
    const taskKey = this.#tasks.keyOf(row);
    this.#messages.rememberTask(scopeKey, messageId, fingerprint, taskKey, seq, this.#options.now());
  }

  releaseAlias(row: TaskRow): void {
    this.#tasks.flush();
    this.#forgetAlias.run(row.id);
    row.alias = undefined;
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    this.#tasks.flush();
    const scopeKey = this.#knownScope(scope);
    const found = scopeKey === undefined ? undefined : this.#byAlias.get(scopeKey, alias);
    return found && String(found.id);
  }

  entries(row: TaskRow, after: number, limit: number): readonly TextEntry[] {
    return this.#tasks.entries(row, after, limit);
  }

  firstSeq(row: TaskRow): number {
    return this.#tasks.firstSeq(row);
  }

  json(row: TaskRow, view: TaskView | undefined): string {
    return this.#tasks.json(row, view);
  }

  snapshot(row: TaskRow): () => string {
    return this.#tasks.snapshot(row);
  }

  list(scope: Scope, query: ListQuery): RowPage {
    const scopeKey = this.#knownScope(scope);
    if (scopeKey === undefined) return { tasks: [], totalSize: 0, next: undefined };
    return this.#lists.list(scopeKey, query);
  }

  contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId: string | undefined): Message[] {
    const scopeKey = this.#knownScope(scope);
    return scopeKey === undefined ? [] : this.#lists.contextMessages(scopeKey, contextId, limit, exceptTaskId);
  }

  unclaimed(limit: number): TaskRow[] {
    this.#tasks.flush();
    return this.#unclaimed.all(limit).flatMap(({ id }) => this.find(String(id)) ?? []);
  }

  pushes(row: TaskRow): readonly PushRecord[] {
    return this.#pushes.list(this.#tasks.keyOf(row), row);
  }

  countPushes(scope: Scope): number {
    const scopeKey = this.#knownScope(scope);
    return scopeKey === undefined ? 0 : this.#pushes.count(scopeKey);
  }

  savePush(row: TaskRow, push: PushRecord): void {
    const isNew = this.#pushes.save(this.#tasks.keyOf(row), this.#scopeKey(row.scope), push);
    if (!isNew) return;
    row.pushes += 1;
    this.save(row);
  }

  deletePush(row: TaskRow, id: string): boolean {
    const found = this.#pushes.delete(this.#tasks.keyOf(row), id);
    if (!found) return false;
    row.pushes -= 1;
    this.save(row);
    return true;
  }

  undelivered(): readonly string[] {
    return this.#pushes.undelivered();
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    try {
      this.#owner.resign();
    } catch {
      // Whoever opens the file next will find that the owner is gone.
    }
    this.#database.close();
  }

  #transaction() {
    return {
      mayWrite: () => this.#owner.isHeld(),
      flush: () => this.#tasks.flush(),
      discard: () => {
        this.#tasks.discard();
        this.#lists.discard();
        this.#scopes.clear();
      },
      lost: () => {
        for (const timer of this.#timers) clearInterval(timer);
        this.#events.lost();
      },
    };
  }

  #renew(): void {
    // Should the storage fail now, the next time may succeed; when the time has run out meanwhile, the next write will tell.
    this.write(() => this.#owner.renew()).catch(() => undefined);
  }

  #sweepAll(): void {
    this.sweep().catch(() => undefined);
  }

  /** Removes what has been kept long enough, in batches between which others get their turn. */
  async sweep(): Promise<void> {
    for (let more = true; more; ) more = await this.write(() => this.#sweepBatch());
  }

  #sweepBatch(): boolean {
    const now = this.#options.now();
    const trimmed = this.#sweep.trimEvents(now, SWEEP_BATCH);
    for (const { id } of trimmed) this.#tasks.drop(id);
    const expired = this.#sweep.expiredTasks(now, SWEEP_BATCH);
    for (const task of expired) {
      const found = this.#tasks.find(task.id);
      if (found) this.#lists.move(found.scopeKey, found.row, found.row.state, undefined);
      this.#tasks.drop(task.id);
      this.#sweep.deleteTask(task);
      this.#events.removed(task.id);
    }
    const messages = this.#sweep.deleteMessages(now, SWEEP_BATCH);
    return trimmed.length === SWEEP_BATCH || expired.length === SWEEP_BATCH || messages >= SWEEP_BATCH;
  }

  #knownScope(scope: Scope): number | undefined {
    const name = `${scope.tenant.length}:${scope.tenant}${scope.owner}`;
    const known = this.#scopes.get(name);
    if (known !== undefined) return known;
    const found = this.#findScope.get(scope.tenant, scope.owner);
    if (!found) return undefined;
    if (this.#scopes.size > 10_000) this.#scopes.clear();
    this.#scopes.set(name, Number(found.key));
    return Number(found.key);
  }

  #scopeKey(scope: Scope): number {
    return this.#knownScope(scope) ?? Number(this.#insertScope.run(scope.tenant, scope.owner).lastInsertRowid);
  }

  #scopeOf(key: number): Scope {
    const found = this.#scopeByKey.get(key);
    return { tenant: String(found?.tenant), owner: String(found?.owner) };
  }
}

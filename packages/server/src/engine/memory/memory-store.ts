import { isTerminal, type Message } from "@a2a/types";
import type { TaskView } from "../port/stored-task.ts";
import type { ListQuery, PushFilter, PushRecord, Scope } from "../port/task-engine.ts";
import type {
  Admission,
  Change,
  Decision,
  ExchangeChange,
  Facts,
  ReservationChange,
  SeenMessage,
  TaskChange,
} from "../rules/change.ts";
import { isClaimable, type TaskHead, type TaskRow } from "../rules/task-row.ts";
import { collectPage, latestMessages } from "../store/page.ts";
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
import { taskJsonIn } from "../text/fold-log.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { openLog, sealLog, sharedTexts } from "../text/sealed-log.ts";
import { SealedTask } from "../text/sealed-task.ts";
import { TaskText } from "../text/task-text.ts";
import { messagesOfEach } from "./entry-messages.ts";
import { type CapacityOptions, MemoryCapacity } from "./memory-capacity.ts";
import {
  type ContextEntry,
  type Entry,
  type ExchangeEntry,
  type ScopeIndex,
  ScopeIndexes,
  seenMessage,
  type TaskEntry,
} from "./scope-index.ts";
import { createTaskEntry, deletePush, NO_PUSHES, rememberMessage, removeFromScope, savePush } from "./task-entry.ts";

const NOTHING = new SealedTask({ head: "{", artifacts: "", history: "", messages: 0 });

/** Options of an in-memory store. */
export interface MemoryStoreOptions extends CapacityOptions {
  readonly cleanupIntervalMs: number;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** An in-memory store. */
export class MemoryStore implements TaskStore {
  readonly #capacity: MemoryCapacity;
  readonly #events: StoreEvents;
  readonly #now: () => number;
  readonly #tasks = new Map<string, TaskEntry>();
  /** Turns that may be claimable: requeued ones, and those with a lease that expires. */
  readonly #claimable = new Set<TaskRow>();
  readonly #undelivered = new UndeliveredTasks();
  readonly #scopes = new ScopeIndexes();
  readonly #sweeping: ReturnType<typeof setInterval>;

  constructor(events: StoreEvents, options: MemoryStoreOptions) {
    this.#events = events;
    this.#now = options.now;
    this.#capacity = new MemoryCapacity(options, (entry) => this.#remove(entry));
    this.#sweeping = setInterval(() => this.#capacity.sweep(), options.cleanupIntervalMs);
    this.#sweeping.unref?.();
  }

  commit<Result>(command: StoreCommand<Result>): Promise<Result> {
    try {
      const { result, change } = command.decide(this.#load(command));
      if (change) this.#apply(change);
      command.done?.(result);
      return Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  claim<Result>({ limit, decide, done }: ClaimCommand<Result>): Promise<Result[]> {
    const now = this.#now();
    const results: Result[] = [];
    for (const row of [...this.#claimable]) {
      if (results.length >= limit) break;
      if (!isClaimable(row, now)) continue;
      const { result, change }: Decision<Result> = decide(row, now);
      if (change) this.#apply(change);
      results.push(result);
    }
    done?.(results);
    return Promise.resolve(results);
  }

  admit(scope: Scope, contextId: string, characters: number): Admission {
    const index = this.#scopes.ensure(scope);
    try {
      return this.#capacity.reserve(index, contextId, characters);
    } finally {
      this.#scopes.pruneIfEmpty(index);
    }
  }

  dismiss(admission: Admission): void {
    const context = admitted(admission);
    this.#capacity.giveBack(context);
    this.#scopes.pruneIfEmpty(context.scope);
  }

  find(id: string): TaskRow | undefined {
    return this.#entry(id)?.row;
  }

  read(id: string, view: TaskView | undefined): TaskSnapshot | undefined {
    const task = this.#entry(id);
    return task && { row: task.row, json: view === undefined ? task.text.snapshot() : task.text.json(view) };
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    const seen = this.#seen(scope, messageId);
    return seen && "reservedUntil" in seen.result && seen.result.reservedUntil <= this.#now() ? undefined : seen;
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    const id = this.#scopes.get(scope)?.aliases.get(alias);
    return id !== undefined && this.find(id) ? id : undefined;
  }

  entries(row: TaskHead, after: number, limit: number): readonly TextEntry[] {
    const { log, text } = entryOf(row);
    if (Array.isArray(log)) return log.slice(after, after + limit);
    return openLog(log, after, limit, sharedTexts(text.pieces(), row));
  }

  snapshotBefore(row: TaskHead): LogSnapshot {
    return { seq: 1, generation: 1, json: taskJsonIn(this.entries(row, 0, 1)[0]) };
  }

  list(scope: Scope, query: ListQuery): RowPage {
    this.#capacity.sweep();
    const index = this.#scopes.get(scope);
    if (!index) return { tasks: [], totalSize: 0, next: undefined };
    const { rows, totalSize } = index.index.list(query, (contextId) =>
      (contextId === undefined ? [...index.contexts.values()] : [index.contexts.get(contextId)]).flatMap(rowsOf),
    );
    const read = (row: TaskRow) => ({ row, json: entryOf(row).text.json(query.view) });
    return { ...collectPage(rows, query.pageSize, read), totalSize };
  }

  contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId?: string): Message[] {
    const entries = this.#scopes.get(scope)?.contexts.get(contextId)?.entries ?? [];
    return latestMessages(messagesOfEach(entries, exceptTaskId), limit);
  }

  hasClaimable(): boolean {
    const now = this.#now();
    for (const row of this.#claimable) if (isClaimable(row, now)) return true;
    return false;
  }

  pushes(row: TaskHead): readonly PushRecord[] {
    return entryOf(row).pushes;
  }

  countPushes(scope: Scope): number {
    return this.#scopes.get(scope)?.pushes ?? 0;
  }

  duePushes(limit: number, filter?: PushFilter): DuePushes {
    return this.#undelivered.due(limit, this.#now(), filter, (id) => this.#entry(id));
  }

  /** A finished task is kept as two strings, or a few more if its log is long. */
  seal(row: TaskRow): void {
    // It may have been evicted in the meantime.
    if (!row.slot) return;
    const task = entryOf(row);
    const { log } = task;
    const pieces = task.text.pieces();
    if (task.text instanceof TaskText) task.text = new SealedTask(pieces);
    if (!Array.isArray(log)) return;
    task.log = sealLog(log, sharedTexts(pieces, row));
    // The array may have been promoted to the old generation of the heap; emptied, it does not keep its entries alive there.
    log.length = 0;
  }

  close(): void {
    clearInterval(this.#sweeping);
  }

  #seen(scope: Scope, messageId: string): SeenMessage | undefined {
    const known = this.#scopes.get(scope)?.messages.get(messageId);
    return known && seenMessage(known);
  }

  #load({ taskId, alias, message, pushesOf, scope }: StoreCommand<unknown>): Facts {
    const id = taskId ?? (alias && this.resolveAlias(alias.scope, alias.alias));
    const task = id === undefined ? undefined : this.#entry(id);
    return {
      assertRoom: (characters) => this.#assertRoom(task?.context.scope ?? scope, characters),
      row: task?.row,
      seen: message && this.#seen(message.scope, message.messageId),
      pushes: task?.pushes ?? NO_PUSHES,
      ownerPushes: pushesOf ? this.countPushes(pushesOf) : 0,
      now: this.#now(),
    };
  }

  #assertRoom(scope: ScopeIndex | Scope | undefined, characters: number): void {
    if (scope === undefined) return;
    this.#capacity.assertRoom("sizeQuota" in scope ? scope : this.#scopes.ensure(scope), characters);
  }

  #apply(change: Change): void {
    if (change.kind === "task") this.#applyTask(change);
    else if (change.kind === "exchange") this.#insertExchange(change);
    else this.#reserve(change);
  }

  #applyTask({ row, created, entries, events, message, replaced, savedPush, deletedPush }: TaskChange): void {
    const admission = created && (created.admission ?? this.admit(row.scope, row.contextId, row.size));
    if (replaced) this.#releaseAlias(replaced);
    const task = created ? this.#insert(row, created.text, admitted(admission)) : entryOf(row);
    // Nothing can be appended to a sealed log.
    if (Array.isArray(task.log)) for (const entry of entries) task.log.push(entry);
    if (task.text instanceof TaskText) for (const event of events) task.text.apply(event);
    if (message) rememberMessage(task, message.messageId, message.fingerprint, message.seq);
    if (savedPush) savePush(task, savedPush);
    if (deletedPush !== undefined) deletePush(task, deletedPush);
    task.context.scope.index.touch(row);
    this.#capacity.touch(task);
    this.#capacity.resize(task, row.size);
    if (row.run === "queued" || row.leaseUntil !== undefined) this.#claimable.add(row);
    else if (this.#claimable.size > 0) this.#claimable.delete(row);
    this.#undelivered.add(row);
    if (isTerminal(row.state)) this.#capacity.finish(task);
  }

  #insert(row: TaskRow, text: TaskText, context: ContextEntry): TaskEntry {
    const task = createTaskEntry(row, text, context);
    this.#tasks.set(row.id, task);
    this.#capacity.occupy(task);
    return task;
  }

  #insertExchange({ exchange, admission }: ExchangeChange): void {
    const { messageId, fingerprint, message, answer } = exchange;
    const size = message.length + answer.length;
    const context = admitted(admission ?? this.admit(exchange.scope, exchange.contextId, size));
    const state = { counted: 0, touchedAt: 0, age: undefined, finished: false, evictable: undefined };
    const entry: ExchangeEntry = { kind: "exchange", context, messageId, fingerprint, message, answer, ...state };
    context.scope.messages.set(messageId, entry);
    this.#capacity.occupy(entry);
    this.#capacity.resize(entry, size);
    this.#capacity.finish(entry);
  }

  #reserve({ scope, messageId, fingerprint, holder, until }: ReservationChange): void {
    const index = this.#scopes.ensure(scope);
    if (until === 0) index.messages.delete(messageId);
    else index.messages.set(messageId, { fingerprint, holder, reservedUntil: until });
    this.#scopes.pruneIfEmpty(index);
  }

  #releaseAlias(row: TaskRow): void {
    if (row.alias !== undefined) this.#scopes.get(row.scope)?.aliases.delete(row.alias);
    row.alias = undefined;
  }

  #entry(id: string): TaskEntry | undefined {
    const task = this.#tasks.get(id);
    if (!task) return undefined;
    if (!this.#capacity.isExpired(task)) return task;
    this.#remove(task);
    return undefined;
  }

  #remove(entry: Entry): void {
    const { scope } = entry.context;
    this.#capacity.vacate(entry);
    if (entry.kind === "exchange") {
      scope.messages.delete(entry.messageId);
    } else {
      const { row } = entry;
      removeFromScope(entry);
      this.#tasks.delete(row.id);
      if (this.#claimable.size > 0) this.#claimable.delete(row);
      this.#events.removed(row.id);
      // A map's outgrown hash table may keep the entry alive until it is collected, so drop the large strings now.
      entry.text = NOTHING;
      entry.log = "";
    }
    this.#scopes.pruneIfEmpty(scope);
  }
}

/** The entry of a row; throws when the task has been removed. */
function entryOf({ id, slot }: TaskHead): TaskEntry {
  if (!slot) throw new TypeError(`task ${id} is not in the store`);
  return slot as TaskEntry; // only this store writes it
}

function admitted(admission: Admission): ContextEntry {
  return admission as ContextEntry; // what `admit` returned
}

function rowsOf(context: ContextEntry | undefined): TaskRow[] {
  return (context?.entries ?? []).flatMap((entry) => (entry.kind === "task" ? [entry.row] : []));
}

import { isTerminal } from "@a2a/types";
import type { Scheduler } from "../../util/scheduler.ts";
import type { ListQuery, Scope, WebhookFilter, WebhookRecord } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import type { SeenMessage } from "../rules/idempotency.ts";
import type {
  Admission,
  Change,
  DueWebhooks,
  ExchangeChange,
  ExchangeTexts,
  ListedTasks,
  LogSnapshot,
  ReadTask,
  StoreEvents,
  TaskChange,
  TaskRecord,
  TaskStore,
} from "../store/task-store.ts";
import { UndeliveredTasks } from "../store/undelivered-tasks.ts";
import { taskJsonIn } from "../text/fold-log.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { openLog, sealLog, sharedTexts } from "../text/sealed-log.ts";
import { SealedTask } from "../text/sealed-task.ts";
import type { TaskText } from "../text/task-text.ts";
import { bytesOf, type CapacityOptions, isWide, MemoryCapacity } from "./memory-capacity.ts";
import {
  type ContextEntry,
  type Entry,
  type ExchangeEntry,
  ScopeIndexes,
  seenMessage,
  type TaskEntry,
} from "./scope-index.ts";
import {
  createTaskEntry,
  deleteWebhook,
  NO_WEBHOOKS,
  rememberMessage,
  removeFromScope,
  saveWebhook,
} from "./task-entry.ts";

const NOTHING = new SealedTask({ head: "{", artifacts: "", history: "", messages: 0 });

/** Options of an in-memory store. */
export interface MemoryStoreOptions extends CapacityOptions {
  readonly cleanupIntervalMs: number;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** An in-memory store. Texts and logs are held by reference: the engine folds what the store keeps. */
export class MemoryStore implements TaskStore {
  readonly keepsTexts = true;
  readonly #capacity: MemoryCapacity;
  readonly #events: StoreEvents;
  readonly #now: () => number;
  readonly #tasks = new Map<string, TaskEntry>();
  /** Requeued turns, oldest first. */
  readonly #queued = new Set<string>();
  readonly #undelivered = new UndeliveredTasks();
  readonly #scopes = new ScopeIndexes();
  readonly #stopSweeping: () => void;

  constructor(events: StoreEvents, options: MemoryStoreOptions, scheduler: Scheduler) {
    this.#events = events;
    this.#now = options.now;
    this.#capacity = new MemoryCapacity(options, (entry) => this.#remove(entry));
    this.#stopSweeping = scheduler.every(options.cleanupIntervalMs, () => this.#capacity.sweep());
  }

  write(changes: readonly Change[]): undefined {
    for (const change of changes) {
      if (change.kind === "task") this.#writeTask(change);
      else this.#writeExchange(change);
    }
  }

  load(id: string): TaskEntry | undefined {
    const task = this.#tasks.get(id);
    if (!task || this.#events.isPinned(id) || !this.#capacity.isExpired(task)) return task;
    this.#remove(task);
    return undefined;
  }

  read(record: TaskRecord): ReadTask {
    return entryOf(record);
  }

  entries(record: TaskRecord, after: number, limit: number): readonly TextEntry[] {
    const { log, text } = entryOf(record);
    if (Array.isArray(log)) return log.slice(after, after + limit);
    return openLog(log, after, limit, sharedTexts(text.pieces()));
  }

  snapshotBefore(record: TaskRecord): LogSnapshot {
    return { seq: 1, generation: 1, json: taskJsonIn(this.entries(record, 0, 1)[0]) };
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    const known = this.#scopes.get(scope)?.messages.get(messageId);
    return known && seenMessage(known);
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    const id = this.#scopes.get(scope)?.aliases.get(alias);
    return id !== undefined && this.load(id) ? id : undefined;
  }

  list(scope: Scope, query: ListQuery): ListedTasks {
    this.#capacity.sweep();
    const index = this.#scopes.get(scope);
    if (!index) return { tasks: [], totalSize: 0 };
    const { tasks, totalSize } = index.index.list(query, (contextId) =>
      (contextId === undefined ? [...index.contexts.values()] : [index.contexts.get(contextId)]).flatMap(tasksOf),
    );
    return { tasks, totalSize };
  }

  conversation(scope: Scope, contextId: string): Iterable<TaskEntry | ExchangeTexts> {
    return (this.#scopes.get(scope)?.contexts.get(contextId)?.entries ?? []).toReversed();
  }

  queued(limit: number): readonly string[] {
    return [...this.#queued].slice(0, limit);
  }

  webhooksOf(record: TaskRecord): readonly WebhookRecord[] {
    return entryOf(record).webhooks;
  }

  countWebhooks(scope: Scope): number {
    return this.#scopes.get(scope)?.webhooks ?? 0;
  }

  dueWebhooks(limit: number, filter?: WebhookFilter): DueWebhooks {
    return this.#undelivered.due(limit, this.#now(), filter, (id) => this.load(id));
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

  assertRoom(scope: Scope, characters: number): void {
    this.#capacity.assertRoom(this.#scopes.ensure(scope), characters);
  }

  /** A finished task is kept as two strings, or a few more if its log is long. */
  seal(record: TaskRecord): void {
    const task = entryOf(record);
    const { log } = task;
    if (!Array.isArray(log)) return;
    const pieces = task.text.pieces();
    task.text = new SealedTask(pieces);
    task.isWide ||= isWide(pieces.head) || isWide(pieces.artifacts) || isWide(pieces.history);
    this.#capacity.resize(task, bytesOf(task.head.size, task.isWide));
    task.log = sealLog(log, sharedTexts(pieces));
    // The array may have been promoted to the old generation of the heap; emptied, it does not keep its entries alive there.
    log.length = 0;
  }

  close(): void {
    this.#stopSweeping();
  }

  #writeTask(change: TaskChange): void {
    const { head, created, entries, messages, replaced, savedWebhooks, deletedWebhooks } = change;
    if (replaced) this.#releaseAlias(entryOf(replaced));
    if (created) change.record = this.#insert(head, created.text, admitted(created.admission));
    const task = entryOf(change.record as TaskRecord); // the change has created it
    const before = task.head;
    task.head = head;
    // Nothing can be appended to a sealed log.
    if (Array.isArray(task.log)) for (const entry of entries) task.log.push(entry);
    for (const { messageId, fingerprint, seq } of messages) rememberMessage(task, messageId, fingerprint, seq);
    for (const webhook of savedWebhooks) saveWebhook(task, webhook);
    for (const id of deletedWebhooks) deleteWebhook(task, id);
    task.context.scope.index.touch(task);
    if (!created) this.#capacity.touch(task);
    // The text of a task that has ended is looked at when it is sealed.
    task.isWide ||= !isTerminal(head.state) && entries.some(hasWide);
    this.#capacity.resize(task, bytesOf(head.size, task.isWide));
    if (head.run === "queued") this.#queued.add(head.id);
    else if (before.run === "queued") this.#queued.delete(head.id);
    if (head.webhooks > 0) this.#undelivered.add(head);
    if (isTerminal(head.state)) this.#capacity.finish(task);
  }

  #writeExchange({ exchange, admission }: ExchangeChange): void {
    const { messageId, fingerprint, message, answer } = exchange;
    const context = admitted(admission);
    const state = { counted: 0, touchedAt: 0, age: undefined, finished: false, evictable: undefined };
    const entry: ExchangeEntry = { kind: "exchange", context, messageId, fingerprint, message, answer, ...state };
    context.scope.messages.set(messageId, entry);
    this.#scopes.pruneIfEmpty(context.scope);
    this.#capacity.occupy(entry);
    this.#capacity.resize(entry, bytesOf(message.length + answer.length, isWide(message) || isWide(answer)));
    this.#capacity.finish(entry);
  }

  #insert(head: TaskHead, text: TaskText, context: ContextEntry): TaskEntry {
    const task = createTaskEntry(head, text, context);
    this.#tasks.set(head.id, task);
    this.#scopes.pruneIfEmpty(context.scope);
    this.#capacity.occupy(task);
    return task;
  }

  #releaseAlias(task: TaskEntry): void {
    const { alias } = task.head;
    if (alias !== undefined) task.context.scope.aliases.delete(alias);
    task.head = { ...task.head, alias: undefined };
  }

  #remove(entry: Entry): void {
    const { scope } = entry.context;
    this.#capacity.vacate(entry);
    if (entry.kind === "exchange") {
      scope.messages.delete(entry.messageId);
    } else {
      const { id } = entry.head;
      removeFromScope(entry);
      this.#tasks.delete(id);
      this.#queued.delete(id);
      this.#events.removed(id);
      // A map's outgrown hash table may keep the entry alive until it is collected, so drop the large strings now.
      entry.text = NOTHING;
      entry.log = "";
      entry.webhooks = NO_WEBHOOKS;
    }
    this.#scopes.pruneIfEmpty(scope);
  }
}

function entryOf(record: TaskRecord): TaskEntry {
  return record as TaskEntry; // all records come from this store
}

/** Looks into the pieces, since joining them would take as much memory again. */
function hasWide({ pieces, frame }: TextEntry): boolean {
  return pieces.some(isWide) || (frame !== undefined && isWide(frame.front));
}

function admitted(admission: Admission): ContextEntry {
  return admission as ContextEntry; // what `admit` returned
}

function tasksOf(context: ContextEntry | undefined): TaskEntry[] {
  return (context?.entries ?? []).flatMap((entry) => (entry.kind === "task" ? [entry] : []));
}

import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { ListQuery, Scope } from "../port/task-engine.ts";
import type { WebhookFilter, WebhookRecord } from "../port/webhook-record.ts";
import type { TaskHead } from "../rules/head.ts";
import type { SeenMessage } from "../rules/idempotency.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { SealedTask } from "../text/sealed-task.ts";
import type { TaskText } from "../text/task-text.ts";

/** Capacity that a store has reserved for a task or an exchange; opaque to everyone else. */
export type Admission = object | undefined;

/** A task as its store knows it. There is one object per task, shared by the store and the engine. */
export interface TaskRecord {
  /** The task as of its last durable change. Only the store sets it. */
  readonly head: TaskHead;
  /** The fold of the log up to `head`, if it is in memory. The engine keeps it up to date. */
  text: TaskText | SealedTask | undefined;
  /** How many notes of other engines the task has taken, where the storage is shared. */
  readonly taken?: number;
}

/** A task as it was read: the fold of its log up to `head`. */
export interface ReadTask {
  readonly head: TaskHead;
  readonly text: TaskText | SealedTask;
}

/**
 * The storage port: implement it to build an engine with `createStoreEngine`, or with `createSharedEngine` where several share the storage. Data in, data out: a store writes changes and reads
 * what it has written. It makes no decisions, and only calls back through `StoreEvents`. A store with exclusive storage
 * answers reads synchronously; one that several engines share (`sharing`) answers asynchronously.
 *
 * The guarantees of every store:
 *
 * 1. `write` is atomic for each change, and durable when it returns or resolves. It is not called again before that.
 * 2. Reads return only durable data.
 * 3. Errors of the storage itself are thrown as `StorageFailure`; a write that failed so has changed nothing.
 */
export interface TaskStore {
  /** A store that several engines share is a `SharedTaskStore`. */
  readonly sharing?: undefined;
  /** Whether the store holds the texts and logs of all tasks in memory anyway, so that the engine need not cache idle ones. */
  readonly keepsTexts?: boolean;
  /** The maximum number of changes per write. Default: no limit. */
  readonly maxBatch?: number;
  /** The number of characters after which a batch is full, because a store may need several copies of it. Default: no limit. */
  readonly maxBatchSize?: number;

  /**
   * Writes changes in one transaction, and sets the `record` of new tasks. Throws a `StorageFailure` when none was written. Returns
   * the reasons for refused changes by index, if any: for example a lack of capacity.
   */
  write(changes: readonly Change[]): MaybePromise<ReadonlyMap<number, unknown> | undefined>;

  /** The task, of any owner. */
  load(id: string): MaybePromise<TaskRecord | undefined>;
  /** The fold of a task's log, for a record without `text`. Where the storage is shared, it may be newer than the record. */
  read(record: TaskRecord): MaybePromise<ReadTask>;
  /** At most `limit` log entries after a sequence number, in order. */
  entries(record: TaskRecord, after: number, limit: number): MaybePromise<readonly TextEntry[]>;
  /** A task as of the latest kept snapshot at or before a sequence number, from which on the log is complete. */
  snapshotBefore(record: TaskRecord, seq: number): MaybePromise<LogSnapshot | undefined>;
  /** The idempotency record of a message. */
  seen(scope: Scope, messageId: string): MaybePromise<SeenMessage | undefined>;
  /** The id of the task that has an alias. */
  resolveAlias(scope: Scope, alias: string): MaybePromise<string | undefined>;
  /**
   * Tasks by status time, newest first, then by id, highest first: from the cursor on, one more than the page holds. A store that
   * answers later sets their texts.
   */
  list(scope: Scope, query: ListQuery): MaybePromise<ListedTasks>;
  /** The tasks of a conversation and the messages answered without one, latest first. A store that answers later sets their texts. */
  conversation(scope: Scope, contextId: string, limit: number): MaybePromise<Iterable<TaskRecord | ExchangeTexts>>;
  /** The ids of at most `limit` tasks whose turn has no holder, oldest first. */
  queued(limit: number): MaybePromise<readonly string[]>;
  /** The webhooks of a task, oldest first. */
  webhooksOf(record: TaskRecord): MaybePromise<readonly WebhookRecord[]>;
  /** How many webhooks a scope has over all tasks. */
  countWebhooks(scope: Scope): MaybePromise<number>;
  /** Webhooks that are due according to `dueAt` and wanted, with owners taking turns, and when the next one will be due. */
  dueWebhooks(limit: number, filter?: WebhookFilter): MaybePromise<DueWebhooks>;

  /**
   * Reserves capacity for a task or an exchange with a message of so many characters, evicting an old one where that is allowed;
   * throws `capacityExceeded` when it is not. A store without quotas returns `undefined`.
   */
  admit(scope: Scope, contextId: string, characters: number): Admission;
  /** Releases an unused admission. */
  dismiss(admission: Admission): void;
  /** Throws when the storage cannot hold so many more characters of a scope, even if it evicts finished tasks. */
  assertRoom(scope: Scope, characters: number): void;

  /** A task has finished and its readers have read the last entry: the store may compact it. */
  seal?(record: TaskRecord): void;
  /** Whether `catchUp` has something to do. */
  readonly isBehind?: boolean;
  /** Does deferred work, some at a time; returns whether it succeeded. Called after the callers of a write were answered. */
  catchUp?(): boolean;

  close(): MaybePromise<void>;
}

/** The answer of a store with exclusive storage. */
export function atOnce<T>(answer: MaybePromise<T>): T {
  if (answer instanceof Promise)
    throw new TypeError("the store does not answer at once: createSharedEngine makes an engine of it");
  return answer;
}

/** The writes of one atomic step. */
export type Change = TaskChange | ExchangeChange;

/** A task that is new or has changed. */
export interface TaskChange {
  readonly kind: "task";
  /** The task; absent for a new one until it was written. */
  record: TaskRecord | undefined;
  /** The task after the change. */
  readonly head: TaskHead;
  /** Set for a new task: its text before the change's events, and its capacity. */
  readonly created: { readonly text: TaskText; readonly admission: Admission } | undefined;
  /** New log entries in order; for a new task the first of them is the task itself. */
  readonly entries: readonly TextEntry[];
  /** Idempotency records to keep. */
  readonly messages: readonly RememberedMessage[];
  /** The task that loses its alias, which passes to this one. */
  readonly replaced: TaskRecord | undefined;
  /** Webhooks to add or replace. */
  readonly savedWebhooks: readonly WebhookRecord[];
  /** The ids of webhooks to remove. */
  readonly deletedWebhooks: readonly string[];
  /** The number of the last note that this change takes; all notes up to it are then done. */
  readonly takenNotes: number | undefined;
}

/** A message that was answered without a task. */
export interface ExchangeChange {
  readonly kind: "exchange";
  readonly exchange: Exchange;
  readonly admission: Admission;
}

/** A message that was answered without a task. Both texts are JSON. */
export interface Exchange extends ExchangeTexts {
  readonly scope: Scope;
  readonly contextId: string;
  readonly messageId: string;
  readonly fingerprint: string;
  /** Who has reserved the message, where the storage is shared. */
  readonly holder?: string | undefined;
}

/** A message and its answer as JSON. */
export interface ExchangeTexts {
  readonly message: string;
  readonly answer: string;
}

/** The idempotency record of a message to a task. */
export interface RememberedMessage {
  readonly messageId: string;
  readonly fingerprint: string;
  readonly seq: number;
  /** Who has reserved the message, where the storage is shared; absent for one that came as a note. */
  readonly holder?: string | undefined;
}

/** A task as of some log entry. */
export interface LogSnapshot {
  readonly seq: number;
  readonly generation: number;
  readonly json: string;
}

/** Tasks of a list, read one by one, and how many match on all pages. */
export interface ListedTasks {
  readonly tasks: Iterable<TaskRecord>;
  readonly totalSize: number;
}

/** Webhooks with events to deliver. */
export interface DueWebhooks {
  readonly records: readonly WebhookRecord[];
  /** When the next webhook will be due, in milliseconds since 1970; absent when none is known. */
  readonly nextAt?: number | undefined;
}

/** The storage failed, and nothing was written. */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
  /** How long to wait before a retry, in milliseconds: another program's lock usually ends soon. 0 if unknown. */
  readonly retryForMs: number;

  constructor(cause: unknown, retryForMs = 0) {
    super("storage unavailable", { cause });
    this.retryForMs = retryForMs;
  }
}

/** Notifications of a store to its engine. */
export interface StoreEvents {
  /** Whether a task has changes that are not durable yet, or a running turn: it must not be evicted. */
  isPinned(taskId: string): boolean;
  /** A task was removed: expired or evicted. */
  removed(taskId: string): void;
  /** The record of a task no longer says how it is stored: an idle one must be loaded again. */
  outdated(taskId: string): void;
  /** Another process owns the storage now; further writes are fenced. */
  lost(): void;
}

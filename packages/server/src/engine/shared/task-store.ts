import type { Message } from "@a2a/types";
import type { PushFilter, PushRecord } from "../port/push-record.ts";
import type { TaskView } from "../port/stored-task.ts";
import type { ListCursor, ListQuery, Scope } from "../port/task-engine.ts";
import type { EventText } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { LogLimits } from "./rules/append.ts";
import type { Admission, Decision, Facts, SeenMessage } from "./rules/change.ts";
import type { CancelRequest, TaskHead, TaskRow } from "./rules/task-row.ts";

/** A value or a promise of it: an in-process store can answer synchronously. */
export type Answer<T> = T | Promise<T>;

/**
 * The storage port: implement it to build an engine with `createStoreEngine`. A store loads the facts that a decision
 * needs, calls the decision, and writes the change it returns; it makes no decisions itself.
 *
 * The guarantees of every store:
 *
 * 1. `commit` and `claim` are atomic and serialized per task: loaded data does not change before the write. A decision
 *    that throws has changed nothing, and the store then writes nothing. A decision may run more than once.
 * 2. Reads return only durable data.
 * 3. Errors of the storage itself reject with `storageUnavailable(cause)`, and then nothing was written.
 */
export interface TaskStore {
  /**
   * Present when several engines may share the storage; absent when this store has it to itself. A store without it must answer
   * `seen`, `resolveAlias`, `admit` and `countPushes` at once: messages in flight are then known to this process alone.
   */
  readonly sharing?: Sharing | undefined;

  /**
   * Loads, decides and writes in one atomic step. `done` is called when the change is durable, in the order of the commits of a
   * task, before the promise resolves.
   */
  commit<Result>(command: StoreCommand<Result>): Promise<Result>;

  /** Has at most `limit` turns claimed, oldest first, which are claimable according to `isClaimable`; otherwise like `commit`. */
  claim<Result>(command: ClaimCommand<Result>): Promise<Result[]>;

  /**
   * Sets capacity aside for a task or an exchange with a message of so many characters, evicting an old one where that is allowed; throws `capacityExceeded` when it is
   * not. A created task that comes without an admission is admitted by `commit`. A store without quotas returns `undefined`.
   */
  admit(scope: Scope, contextId: string, characters: number): Answer<Admission>;
  /** Releases an unused admission. */
  dismiss(admission: Admission): void;

  /** The row of a task of any owner. It must not be changed. */
  find(id: string): Answer<TaskHead | undefined>;
  /** A task with its JSON, both as of the same log entry. */
  read(id: string, view: TaskView | undefined): Answer<TaskSnapshot | undefined>;
  /** The idempotency record of a message. A reservation that has expired by the clock of the storage is none. */
  seen(scope: Scope, messageId: string): Answer<SeenMessage | undefined>;
  /** The id of the task that has an alias. */
  resolveAlias(scope: Scope, alias: string): Answer<string | undefined>;
  /** At most `limit` log entries after a sequence number, in order. */
  entries(row: TaskHead, after: number, limit: number): Answer<readonly TextEntry[]>;
  /** The JSON of a task as of the latest kept snapshot at or before a sequence number, from which on the log is complete. */
  snapshotBefore(row: TaskHead, seq: number): Answer<LogSnapshot | undefined>;
  /** One page of tasks by status time, newest first, then by id, highest first. */
  list(scope: Scope, query: ListQuery): Answer<RowPage>;
  /** The latest messages of a conversation, oldest first. */
  contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId?: string): Answer<Message[]>;
  /** Whether `claim` would find a turn. */
  hasClaimable(): Answer<boolean>;
  /** The webhooks of a task, oldest first. */
  pushes(row: TaskHead): Answer<readonly PushRecord[]>;
  /** How many webhooks a scope has over all tasks. */
  countPushes(scope: Scope): Answer<number>;
  /** Webhooks that are due according to `dueAt` and wanted, with owners taking turns, and when the next one will be due. */
  duePushes(limit: number, filter?: PushFilter): Answer<DuePushes>;

  /** A task has finished and its readers have read the last entry: the store may compact it. */
  seal?(row: TaskRow): void;

  close(): Answer<void>;
}

/** One atomic step of a store. The present members determine what to load. */
export interface StoreCommand<Result> {
  /** Whose quota a new task counts against; that of an existing task is its own. */
  readonly scope?: Scope | undefined;
  /** The task, by its id, */
  readonly taskId?: string | undefined;
  /** or by the alias its owner gave it. */
  readonly alias?: { readonly scope: Scope; readonly alias: string } | undefined;
  /** The idempotency record of a message. */
  readonly message?: { readonly scope: Scope; readonly messageId: string } | undefined;
  /** The webhooks of the task, and how many this scope has. */
  readonly pushesOf?: Scope | undefined;
  /**
   * Set for an append that only makes the task grow. A store may then write without loading the row: it adds the events, numbered
   * from the row's `seq` and `generation`, where the row has this token and stays within the limits. Otherwise it asks `decide`.
   */
  readonly growth?: Growth<Result> | undefined;
  decide(facts: Facts): Decision<Result>;
  done?(result: Result): void;
}

/** Artifact updates of the holder of a lease. */
export interface Growth<Result> {
  readonly token: number;
  readonly events: readonly EventText[];
  /** By how much the row's `size` grows. */
  readonly size: number;
  readonly limits: LogLimits;
  /** The result that `decide` would have returned, from the row after the append. */
  resultOf(row: Pick<TaskRow, "seq" | "pushes">): Result;
}

/** Claims turns. */
export interface ClaimCommand<Result> {
  readonly limit: number;
  decide(row: TaskRow, now: number): Decision<Result>;
  done?(results: Result[]): void;
}

/** A task and its JSON, which may be assembled on demand. */
export interface TaskSnapshot {
  readonly row: TaskHead;
  readonly json: string | (() => string);
}

/** A task as of some log entry. */
export interface LogSnapshot {
  readonly seq: number;
  readonly generation: number;
  readonly json: string;
}

/** A page of tasks. */
export interface RowPage {
  readonly tasks: readonly { readonly row: TaskHead; readonly json: string }[];
  readonly totalSize: number;
  readonly next: ListCursor | undefined;
}

/** Webhooks with events to deliver. */
export interface DuePushes {
  readonly records: readonly PushRecord[];
  /** When the next webhook will be due, in milliseconds since 1970; absent when none is known. */
  readonly nextAt?: number | undefined;
}

/** The coordination of several engines on one storage. */
export interface Sharing {
  /** How long a lease lasts without being renewed. */
  readonly leaseMs: number;
  /** The interval at which an engine polls for changes made by others. A hint through `StoreEvents.changed` makes it poll earlier. */
  readonly pollMs: number;
  /** Extends leases by `leaseMs`, by the clock of the storage. Returns those still held, with requests to cancel them. */
  renew(leases: readonly HeldLease[]): Promise<readonly RenewedLease[]>;
  /** The current sequence numbers of tasks; a task that does not exist is left out. */
  positions(taskIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** A lease by its fencing token. */
export interface HeldLease {
  readonly taskId: string;
  readonly token: number;
}

/** A lease that is still held. */
export interface RenewedLease extends HeldLease {
  readonly cancel?: CancelRequest | undefined;
}

/** Notifications of a store to its engine. */
export interface StoreEvents {
  /** A task was changed by another engine. */
  changed(taskId: string): void;
  /** Another engine made work available: a turn to claim, or events for a webhook. */
  available(queue: "turns" | "pushes"): void;
  /** A task was removed: expired or evicted. */
  removed(taskId: string): void;
  /** Another process owns the storage now; further writes are fenced. */
  lost(): void;
}

/** The synchronous answer of a store with exclusive storage. */
export function atOnce<T>(answer: Answer<T>): T {
  if (answer instanceof Promise) throw new TypeError("a store that does not answer at once must declare `sharing`");
  return answer;
}

/** Continues with an answer, synchronously if possible. */
export function whenAnswered<T, R>(answer: Answer<T>, use: (value: T) => Answer<R>): Answer<R> {
  return answer instanceof Promise ? answer.then(use) : use(answer);
}

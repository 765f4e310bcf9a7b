import type { Message } from "@a2a/types";
import type { PushRecord } from "../port/push-record.ts";
import type { TaskView } from "../port/stored-task.ts";
import type { ListCursor, ListQuery, Scope } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import type { EventText } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { TaskText } from "../text/task-text.ts";

/** The room that a store keeps for a task or an exchange to come; what it is made of is the store's own. */
export type Admission = object | undefined;

/** What is remembered of a message, to recognise it when it comes again. */
export interface SeenMessage {
  readonly fingerprint: string;
  /** The task it belongs to and its number there, or the message it was answered with. */
  readonly result: { readonly taskId: string; readonly seq: number } | { readonly answer: Message };
}

/** A message and its answer, where no task came of it. Both are JSON text. */
export interface Exchange {
  readonly scope: Scope;
  readonly contextId: string;
  readonly messageId: string;
  readonly fingerprint: string;
  readonly message: string;
  readonly answer: string;
}

/** A page of rows. */
export interface RowPage {
  readonly tasks: readonly { readonly row: TaskRow; readonly json: string }[];
  readonly totalSize: number;
  readonly next: ListCursor | undefined;
}

/**
 * What the rules of `LocalEngine` need of a storage that answers at once. The rules are written once above it; an adapter keeps
 * rows, logs and indexes. An engine whose storage answers later (a database server) implements `TaskEngine` itself.
 */
export interface Store {
  /**
   * Runs work that writes, alone and as a whole, in the order of the calls. `done` runs when it is durable, in the same order, and
   * then the promise resolves. Work must check before it writes: when it throws, it has changed nothing. It may be run again
   * after the storage failed, so it has no effects beside the store.
   */
  write<T>(work: () => T, done?: (result: T) => void): Promise<T>;
  /** Runs work that only reads, on what is durable. */
  read<T>(work: () => T): T;

  /** Makes sure there is room for another task or exchange, removing an old one where that is allowed; throws when there is none. */
  admit(scope: Scope, contextId: string): Admission;
  /** Gives back an admission that led to nothing. */
  dismiss(admission: Admission): void;

  find(id: string): TaskRow | undefined;
  /** Adds an admitted task; its first event is the task itself. */
  insert(row: TaskRow, text: TaskText, first: TextEntry, admission: Admission): void;
  /** Keeps a changed row, together with the entries that changed it and what they add to the task. */
  save(row: TaskRow, entries?: readonly TextEntry[], texts?: readonly EventText[]): void;
  /** A task is over, and those who followed it have read its end: it may be kept in another form from now on. */
  seal(row: TaskRow): void;
  /** Keeps an admitted exchange. */
  insertExchange(exchange: Exchange, admission: Admission): void;

  seen(scope: Scope, messageId: string): SeenMessage | undefined;
  rememberMessage(row: TaskRow, messageId: string, fingerprint: string, seq: number): void;
  resolveAlias(scope: Scope, alias: string): string | undefined;
  /** Takes the alias of a task away, so that another one can have it. */
  releaseAlias(row: TaskRow): void;

  /** At most `limit` entries after a number, in order. */
  entries(row: TaskRow, after: number, limit: number): readonly TextEntry[];
  /** The lowest number still in the log; one more than the last number when the log is empty. */
  firstSeq(row: TaskRow): number;
  json(row: TaskRow, view: TaskView | undefined): string;
  /** The whole task as it stands now, put together when it is asked for: cheap for whoever may not need it. */
  snapshot(row: TaskRow): () => string;
  list(scope: Scope, query: ListQuery): RowPage;
  contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId: string | undefined): Message[];

  /** Turns nobody carries out, oldest first: queued ones, and those of an owner before this one. */
  unclaimed(limit: number): TaskRow[];

  pushes(row: TaskRow): readonly PushRecord[];
  countPushes(scope: Scope): number;
  savePush(row: TaskRow, push: PushRecord): void;
  deletePush(row: TaskRow, id: string): boolean;
  /** The tasks that had events to deliver when the store was opened. */
  undelivered(): readonly string[];

  close(): void;
}

/** What a store tells the engine above it. */
export interface StoreEvents {
  /** A task was removed: by age, or to make room. */
  removed(taskId: string): void;
  /** The storage belongs to another process now: nothing may be written any more. */
  lost(): void;
}

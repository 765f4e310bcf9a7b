import type { JsonObject, Message, ProtocolVersion, TaskState } from "@a2a/types";
import type { CallFacts, Lease } from "./lease.ts";
import type { NewPush, PushClaim, PushFilter, PushRecord } from "./push-record.ts";
import type { LogEntry, StoredTask, TaskView } from "./stored-task.ts";

export {
  type CallFacts,
  CancelRequested,
  FencedError,
  type InboxMessage,
  type Lease,
  type OnAppended,
} from "./lease.ts";
export type { NewPush, PushClaim, PushFilter, PushRecord } from "./push-record.ts";
export type { LogEntry, StoredTask, TaskView } from "./stored-task.ts";

/**
 * Where tasks live: a log of events per task, whose fold is the task, and everything that must change in one step with it.
 *
 * Several engines, in several processes, may share one storage: the promises hold for all of them together.
 *
 * What every engine promises (`engineContract` checks it):
 *
 * 1. The log of a task is numbered from 1 without a gap and only grows; every reader sees the same entries in the same order.
 *    Entry 1 is `{ task }` with the first message in its history; a later message of the user is `{ received }`.
 * 2. Nothing is shown to anybody, not even to the writer, before it is as durable as the engine promises.
 * 3. There is exactly one terminal status in a log, and nothing after it. At any moment one lease at most can append; a lost one
 *    never can again. Whoever is first to end a task wins, all others are refused.
 * 4. A message sent twice by one owner with the same `messageId` has one effect, also when both arrive at once.
 * 5. A refused call leaves no trace. What belongs to another scope is refused exactly like what does not exist.
 * 6. Lists are ordered by an index: by status time, newest first, then by id, highest first.
 * 7. Storage trouble is an `A2AError` `UNAVAILABLE` and means that nothing was written; reads go on where they can.
 *
 * Every method may reject with `UNAVAILABLE`, and does so after `close`. Waiting ends with the reason of an aborted `signal`.
 */
export interface TaskEngine {
  /**
   * Takes in a message, in one atomic step:
   *
   * - Known (scope, `messageId`): `duplicate` when the fingerprint is the same, also while the first one is still in flight;
   *   otherwise `INVALID_PARAMS` with a violation on `message.messageId`.
   * - With an `alias`: it stands for the task this owner gave it to. The same fingerprint as the message in progress there is a
   *   `duplicate`. An unknown alias is given to the new task, which is then created whatever its agent does; what else comes for
   *   it waits for that. The alias of a task that is over goes over to a new task in the same context that refers to it.
   * - `message.taskId` unknown in this scope: `TASK_NOT_FOUND`. Its context differs from `message.contextId`: `INVALID_PARAMS`
   *   with a violation on `message.contextId`. The task is over: `UNSUPPORTED_OPERATION`.
   * - A task that is idle: the message is logged as `received` and its turn begins, `run`. A task that is busy: it is logged and
   *   waits in the inbox, `queued`; the holder of the lease gets it by `take` or, when it ends its turn, from `release`. More than
   *   100 messages in the inbox: `CAPACITY_EXCEEDED`.
   * - Otherwise a new task, in `message.contextId` or a new context, and its first turn: `run`. No room: `CAPACITY_EXCEEDED` with
   *   `retryAfterMs`.
   *
   * The caller of a `run` must see to it that the lease is carried out and released.
   */
  begin(command: BeginCommand): Promise<Begun>;

  /** A task as it stands, or `undefined`. */
  get(scope: Scope, id: string, view?: TaskView): Promise<StoredTask | undefined>;

  /** The id of the task to which this owner gave an alias, or `undefined`. */
  resolveAlias(scope: Scope, alias: string): Promise<string | undefined>;

  /**
   * A task as it stood after event `seq`, for a reader that goes on from there: follow with `subscribe` after the `seq` of the
   * result. Where the log no longer reaches back that far, or not yet that far, the task as it stands and `gap: true`.
   */
  taskAt(scope: Scope, id: string, seq: number, view?: TaskView): Promise<TaskAt | undefined>;

  /**
   * One page of the scope's tasks; see promise 6. The cost does not depend on how many tasks there are. A page of large tasks ends
   * early, with a cursor for the rest; it holds at least one.
   */
  list(scope: Scope, query: ListQuery): Promise<TaskPage>;

  /**
   * Messages of a conversation, oldest first and at most `limit`, the latest ones up to 1 Mi characters: histories and status messages of its tasks in
   * the order of their creation, and exchanges without a task.
   */
  contextHistory(scope: Scope, contextId: string, options: ContextHistoryOptions): Promise<Message[]>;

  /**
   * The log after number `after` (default 0), then what follows, in batches of what is there: a reader that keeps up gets each
   * event at once, a slow one gets larger batches and costs no more than its cursor. Reading and waiting leave no gap between
   * them. Ends after the terminal event, when the signal aborts, when the task is removed, and on `close`.
   *
   * The first step rejects with `TASK_NOT_FOUND`, or with `UNSUPPORTED_OPERATION` when the log no longer reaches back (`taskAt`
   * finds a point from which it does). Leaving the loop ends the subscription and nothing else.
   */
  subscribe(scope: Scope, id: string, options?: SubscribeOptions): AsyncIterable<readonly LogEntry[]>;

  /** Waits for a task. After `timeoutMs` the task is returned as it stands. Unknown, or removed meanwhile: `TASK_NOT_FOUND`. */
  waitFor(scope: Scope, id: string, options: WaitOptions): Promise<StoredTask>;

  /**
   * Cancels a task and returns it. Nobody works on it: `CANCELED` is logged at once. Otherwise the signal of the lease aborts with
   * `CancelRequested`, in whichever process its holder is, and the holder has `graceMs` to react; then it is fenced off and
   * `CANCELED` is logged. Completed, failed or rejected, before or meanwhile: `TASK_NOT_CANCELABLE`. Canceled already: returned
   * as it is.
   */
  cancel(scope: Scope, id: string, options?: CancelOptions): Promise<StoredTask>;

  /**
   * Claims at most `limit` turns that nobody carries out: cut off by a crash or an expired lease (`recovered`), or put back by
   * `release`. The caller decides by its policy whether to run them again or to append `FAILED`, and releases them.
   */
  claim(limit: number): Promise<Lease[]>;

  /** Registers a webhook for the events after the current one. More than the limit per task or owner: `INVALID_PARAMS`. */
  setPush(scope: Scope, taskId: string, push: NewPush): Promise<PushRecord>;
  /** One webhook, or `undefined`. Unknown task: `TASK_NOT_FOUND`. */
  getPush(scope: Scope, taskId: string, id: string): Promise<PushRecord | undefined>;
  /** The webhooks of a task, oldest first. Unknown task: `TASK_NOT_FOUND`. */
  listPush(scope: Scope, taskId: string): Promise<PushRecord[]>;
  /** Removes a webhook; whether there was one. Unknown task: `TASK_NOT_FOUND`. */
  deletePush(scope: Scope, taskId: string, id: string): Promise<boolean>;
  /** Claims at most `limit` webhooks that have events to deliver now. Owners take turns. */
  claimPush(limit: number, filter?: PushFilter): Promise<PushClaim[]>;

  /** Resolves as soon as `claim` (`turns`) or `claimPush` (`pushes`) may have something to give, and on `close`. */
  ready(queue: "turns" | "pushes", options?: ReadyOptions): Promise<void>;

  /**
   * Stops taking in messages, waits until all leases are released or `drainMs` (default 25,000) have passed, aborts those left,
   * gives their holders a last second (at most `drainMs`) to release or requeue them, ends all subscriptions and lets go of the storage. What is
   * still running then is found by `claim` after the next start, where the storage survives.
   */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** How to wait for work. */
export interface ReadyOptions {
  readonly signal?: AbortSignal;
  /** The filter that `claimPush` will be called with. */
  readonly filter?: PushFilter;
}

/** Whose data: every call stays within one tenant and one owner. */
export interface Scope {
  /** The tenant, `""` where there is only one. */
  readonly tenant: string;
  /** Who owns the tasks: the subject of the caller. */
  readonly owner: string;
}

/** A message to take in. */
export interface BeginCommand {
  readonly scope: Scope;
  /** The message; its `taskId` continues a task, its `contextId` a conversation. */
  readonly message: Message;
  /** Whether the same message may come again, and is then recognised by its `messageId`. Default true. */
  readonly repeatable?: boolean;
  /** A digest of what makes the message the same one, for recognising a repeated send. */
  readonly fingerprint: string;
  /** The protocol version the caller speaks; a task remembers the one it was created through. */
  readonly version: ProtocolVersion;
  /** Whatever the turn needs to know beside the message. */
  readonly call: CallFacts;
  /** The task id chosen by the caller, in protocol versions that allow it. */
  readonly alias?: string | undefined;
  /**
   * When a new task becomes visible: with `begin` (`now`), or with the first `append` (`lazy`, the default), so that an executor
   * may still answer with a message alone. Callers that do not wait need `now`.
   */
  readonly create?: "now" | "lazy";
  /** The state a new task starts in. Default `TASK_STATE_SUBMITTED`. */
  readonly state?: "TASK_STATE_SUBMITTED" | "TASK_STATE_WORKING";
  /** Metadata of a new task. */
  readonly metadata?: JsonObject;
  /** A webhook, registered in the same step: from the first event of a new task, or from the one after the message. */
  readonly push?: NewPush | undefined;
}

/** What became of a message. */
export type Begun =
  /** Its turn is to be carried out by the caller. */
  | (Answerable & { readonly kind: "run"; readonly lease: Lease })
  /** It waits until the running turn is over. */
  | (Answerable & { readonly kind: "queued" })
  /** It is here already. */
  | (Answerable & { readonly kind: "duplicate" });

/** A message that was taken in. */
export interface Answerable {
  /**
   * Resolves when it is decided how the message is answered: with its task (at once, when that exists) or with a message. Rejects
   * when the run ended with neither, and when the signal aborts.
   */
  outcome(options?: { signal?: AbortSignal }): Promise<Outcome>;
}

/** How a message is answered. */
export type Outcome =
  /** With its task, in which the message has the number `seq`; `waitFor` takes that to wait for the answer. */
  | { readonly task: { readonly taskId: string; readonly contextId: string; readonly seq: number } }
  /** With a message alone. */
  | { readonly message: Message };

/** A task as of some event, and whether that is the one asked for. */
export interface TaskAt {
  readonly stored: StoredTask;
  /** The log does not hold the event asked for: `stored` is the task as it stands. */
  readonly gap: boolean;
}

/** Which tasks to list; conditions combine with "and". */
export interface ListQuery {
  /** How many at most. */
  readonly pageSize: number;
  readonly contextId?: string;
  readonly status?: TaskState;
  /** Only tasks whose status is of this instant or later. */
  readonly statusTimestampAfter?: string;
  /** Where the page before ended. It stays valid when tasks move or vanish. */
  readonly cursor?: ListCursor;
  readonly view?: TaskView;
}

/** The place of a task in the order of lists. */
export interface ListCursor {
  /** The status time in microseconds since 1970. */
  readonly statusAt: number;
  readonly id: string;
}

/** One page of tasks. */
export interface TaskPage {
  readonly tasks: readonly StoredTask[];
  /** How many tasks match, on all pages. */
  readonly totalSize: number;
  /** Where the next page begins; absent on the last one. */
  readonly next?: ListCursor;
}

/** Which messages of a conversation to read. */
export interface ContextHistoryOptions {
  readonly limit: number;
  /** A task to leave out: the one whose turn this is. */
  readonly exceptTaskId?: string;
}

/** Where a subscription starts and what ends it. */
export interface SubscribeOptions {
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** What to wait for. */
export interface WaitOptions {
  /**
   * `settled`: the task is terminal or interrupted; with `after`, the message of that number has been answered. `terminal`: the
   * task is over. `changed`: there is an event after number `after`.
   */
  readonly until: "settled" | "terminal" | "changed";
  readonly after?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly view?: TaskView;
}

/** How to cancel. */
export interface CancelOptions {
  /** How long the holder of the lease may take. Default 5,000. */
  readonly graceMs?: number;
  /** Passed on to the executor. */
  readonly metadata?: JsonObject;
  readonly view?: TaskView;
}

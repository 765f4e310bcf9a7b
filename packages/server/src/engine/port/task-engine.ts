import type { JsonObject, Message, ProtocolVersion, TaskState } from "@a2a/types";
import type { CallFacts, Lease } from "./lease.ts";
import type { LogEntry, StoredTask, TaskSummary, TaskView } from "./stored-task.ts";
import type { NewWebhook, WebhookClaim, WebhookFilter, WebhookRecord } from "./webhook-record.ts";

export {
  type CallFacts,
  CancelRequested,
  FencedError,
  type InboxMessage,
  type Lease,
  type OnAppended,
} from "./lease.ts";
export type { LogEntry, StoredTask, TaskSummary, TaskView } from "./stored-task.ts";
export type { NewWebhook, WebhookClaim, WebhookFilter, WebhookRecord } from "./webhook-record.ts";

/**
 * The task storage of a server: an append-only event log per task, whose fold is the task, and all data that must change atomically
 * with it.
 *
 * Several engines, in several processes, may share one storage; the guarantees hold across all of them.
 *
 * The guarantees of every engine (`engineContract` checks them):
 *
 * 1. The log of a task is append-only and numbered from 1 without gaps; every reader sees the same entries in the same order.
 *    Entry 1 is `{ task }` with the first message in its history; a later user message is `{ received }`.
 * 2. No entry is visible to anyone, including its writer, before it is as durable as the engine promises.
 * 3. A log contains at most one terminal status, which is its last entry. At most one lease can append at any time; a lost lease
 *    never can again. The first writer of a terminal status wins; all others are rejected.
 * 4. A message sent twice by one owner with the same `messageId` is processed once, even when both arrive concurrently.
 * 5. A rejected call has no side effects. Data of another scope is rejected exactly like missing data.
 * 6. Lists are sorted by status time, newest first, then by id, descending, and served from an index.
 * 7. A storage failure is an `A2AError` `UNAVAILABLE` and means that nothing was written; reads continue where possible.
 *
 * Every method may reject with `UNAVAILABLE`, and does so after `close`. Waiting rejects with the reason of an aborted `signal`.
 */
export interface TaskEngine {
  /** Whether the engine has its storage. While it has not, the server's card answers 503. Absent: always. */
  readonly isAvailable?: boolean;
  /** Whether its storage outlives the process, so that secrets in it should be encrypted. Absent: it does not. */
  readonly isDurable?: boolean;

  /**
   * Accepts a message atomically:
   *
   * - Known (scope, `messageId`): `duplicate` when the fingerprint is the same, even while the first one is in flight;
   *   otherwise `INVALID_PARAMS` with a violation on `message.messageId`.
   * - With an `alias`: it names the task this owner assigned it to. A message with the same fingerprint as the one being processed
   *   there is a `duplicate`. An unknown alias is assigned to the new task, which is then always created; further messages for
   *   the alias wait for that. The alias of a finished task moves to a new task in the same context, which references the old one.
   * - `message.taskId` unknown in this scope: `TASK_NOT_FOUND`. Its context differs from `message.contextId`: `INVALID_PARAMS`
   *   with a violation on `message.contextId`. The task has finished: `UNSUPPORTED_OPERATION`.
   * - An idle task: the message is logged as `received` and its turn begins, `run`. A running task: the message is logged and
   *   queued in the inbox, `queued`; the lease holder gets it from `take` or, at the end of its turn, from `release`. More than
   *   100 messages in the inbox: `CAPACITY_EXCEEDED`.
   * - Otherwise a new task, in `message.contextId` or a new context, and its first turn: `run`. No capacity:
   *   `CAPACITY_EXCEEDED` with `retryAfterMs`.
   *
   * The caller of a `run` is responsible for running and releasing the lease.
   */
  begin(command: BeginCommand): Promise<Begun>;

  /**
   * The current task, or `undefined`. If its text has to be read from the storage, `beforeRead` is called first with its size in characters:
   * it may wait until there is room, or reject because there is none.
   */
  get(
    scope: Scope,
    id: string,
    view?: TaskView,
    beforeRead?: (size: number) => Promise<void>,
  ): Promise<StoredTask | undefined>;

  /** The state and the other members of the current task that are known without reading its text, or `undefined`. */
  summary(scope: Scope, id: string): Promise<TaskSummary | undefined>;

  /** The id of the task to which this owner assigned an alias, or `undefined`. */
  resolveAlias(scope: Scope, alias: string): Promise<string | undefined>;

  /**
   * The task as of event `seq`, for a reader that resumes there: continue with `subscribe` after the `seq` of the result. When the
   * log does not contain that event, or no longer does, returns the current task and `gap: true`.
   */
  taskAt(scope: Scope, id: string, seq: number, view?: TaskView): Promise<TaskAt | undefined>;

  /**
   * One page of the scope's tasks; see guarantee 6. The cost does not depend on the number of tasks. A page of large tasks ends
   * early, with a cursor for the rest, but holds at least one task.
   */
  list(scope: Scope, query: ListQuery): Promise<TaskPage>;

  /**
   * The latest messages of a context, oldest first, at most `limit` messages and 1 Mi characters: histories and status messages of
   * its tasks in creation order, and messages answered without a task.
   */
  contextHistory(scope: Scope, contextId: string, options: ContextHistoryOptions): Promise<Message[]>;

  /**
   * The log after sequence number `after` (default 0), then its live tail, in batches of the available entries: a fast reader gets
   * each event immediately, a slow one gets larger batches and costs no more than its cursor. No event is lost between backlog
   * and tail. Ends after the terminal event, when the signal aborts, when the task is removed, and on `close`.
   *
   * The first iteration rejects with `TASK_NOT_FOUND`, or with `UNSUPPORTED_OPERATION` when the log has been trimmed beyond `after`
   * (`taskAt` returns a point to resume from). Exiting the loop ends the subscription and does not affect the task.
   */
  subscribe(scope: Scope, id: string, options?: SubscribeOptions): AsyncIterable<readonly LogEntry[]>;

  /** Waits for a task. After `timeoutMs` the current task is returned. Unknown, or removed while waiting: `TASK_NOT_FOUND`. */
  waitFor(scope: Scope, id: string, options: WaitOptions): Promise<StoredTask>;

  /**
   * Cancels a task and returns it. An idle task: `CANCELED` is logged immediately. Otherwise the lease holder, in any process,
   * is stopped with `CancelRequested` and has `graceMs` to react; then it is fenced and
   * `CANCELED` is logged. Completed, failed or rejected, before or meanwhile: `TASK_NOT_CANCELABLE`. Already canceled: the task is
   * returned unchanged.
   */
  cancel(scope: Scope, id: string, options?: CancelOptions): Promise<StoredTask>;

  /**
   * Claims at most `limit` turns without a holder: interrupted by a crash or an expired lease (`recovered`), or requeued by
   * `release`. The caller either runs them again or appends `FAILED`, according to its policy, and releases them.
   */
  claim(limit: number): Promise<Lease[]>;

  /** Registers a webhook for the events after the current one. More than the limit per task or owner: `INVALID_PARAMS`. */
  setWebhook(scope: Scope, taskId: string, webhook: NewWebhook): Promise<WebhookRecord>;
  /** One webhook, or `undefined`. Unknown task: `TASK_NOT_FOUND`. */
  getWebhook(scope: Scope, taskId: string, id: string): Promise<WebhookRecord | undefined>;
  /** The webhooks of a task, oldest first. Unknown task: `TASK_NOT_FOUND`. */
  listWebhooks(scope: Scope, taskId: string): Promise<WebhookRecord[]>;
  /** Removes a webhook; returns whether it existed. Unknown task: `TASK_NOT_FOUND`. */
  deleteWebhook(scope: Scope, taskId: string, id: string): Promise<boolean>;
  /** Claims at most `limit` webhooks that have events to deliver now. Owners take turns. */
  claimWebhooks(limit: number, filter?: WebhookFilter): Promise<WebhookClaim[]>;

  /** Resolves as soon as `claim` (`turns`) or `claimWebhooks` (`webhooks`) may find work, and on `close`. */
  ready(queue: "turns" | "webhooks", options?: ReadyOptions): Promise<void>;

  /**
   * Shuts down: rejects new messages, waits until all leases are released or `drainMs` (default 25,000) have passed, aborts the
   * remaining ones, gives their holders one more second (at most `drainMs`) to release or requeue them, ends all subscriptions and
   * closes the storage. With durable storage, `claim` finds the turns that were still running after the next start.
   */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** How to wait for work. */
export interface ReadyOptions {
  readonly signal?: AbortSignal;
  /** The filter that `claimWebhooks` will be called with. */
  readonly filter?: WebhookFilter;
}

/** The owner of data: every call is confined to one tenant and one owner. */
export interface Scope {
  /** The tenant, `""` where there is only one. */
  readonly tenant: string;
  /** The owner of the tasks: the subject of the caller. */
  readonly owner: string;
}

/** A message to accept. */
export interface BeginCommand {
  readonly scope: Scope;
  /** The message; its `taskId` continues a task, its `contextId` a context. */
  readonly message: Message;
  /** Whether a repeated send of this message is recognized by its `messageId`. Default true. */
  readonly repeatable?: boolean;
  /** A digest of the message's content, to tell a repeated send from a reused `messageId`. */
  readonly fingerprint: string;
  /** The protocol version the caller speaks; a task remembers the one it was created through. */
  readonly version: ProtocolVersion;
  /** The context of the call that the turn needs. */
  readonly call: CallFacts;
  /** The task id chosen by the caller, in protocol versions that allow it. */
  readonly alias?: string | undefined;
  /**
   * When a new task becomes visible: with `begin` (`now`), or with the first `append` (`lazy`, the default), so that an executor
   * may still answer with a message alone. Callers that return immediately need `now`.
   */
  readonly create?: "now" | "lazy";
  /** The state a new task starts in. Default `TASK_STATE_SUBMITTED`. */
  readonly state?: "TASK_STATE_SUBMITTED" | "TASK_STATE_WORKING";
  /** Metadata of a new task. */
  readonly metadata?: JsonObject;
  /** A webhook to register atomically: from the first event of a new task, or from the one after the message. */
  readonly webhook?: NewWebhook | undefined;
}

/** The result of accepting a message. */
export type Begun =
  /** The caller must run its turn. */
  | (Answerable & { readonly kind: "run"; readonly lease: Lease })
  /** It is queued behind the running turn. */
  | (Answerable & { readonly kind: "queued" })
  /** It was accepted before. */
  | (Answerable & { readonly kind: "duplicate" });

/** An accepted message. */
export interface Answerable {
  /**
   * Resolves once the kind of answer is known: a task (immediately, if it exists) or a message. Rejects
   * when the run ended with neither, and when the signal aborts.
   */
  outcome(options?: { signal?: AbortSignal }): Promise<Outcome>;
}

/** How a message is answered. */
export type Outcome =
  /** With its task, in which the message has the sequence number `seq`; pass that to `waitFor` to wait for the answer. */
  | { readonly task: { readonly taskId: string; readonly contextId: string; readonly seq: number } }
  /** With a message alone. */
  | { readonly message: Message };

/** A task as of some event, and whether that is the requested one. */
export interface TaskAt {
  readonly stored: StoredTask;
  /** The log does not contain the requested event: `stored` is the current task. */
  readonly gap: boolean;
}

/** Which tasks to list; conditions combine with "and". */
export interface ListQuery {
  /** The maximum number of tasks. */
  readonly pageSize: number;
  readonly contextId?: string;
  readonly status?: TaskState;
  /** Only tasks whose status timestamp is at or after this instant. */
  readonly statusTimestampAfter?: string;
  /** The end of the previous page. It stays valid when tasks move or are removed. */
  readonly cursor?: ListCursor;
  readonly view?: TaskView;
}

/** The position of a task in a list. */
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

/** Which messages of a context to read. */
export interface ContextHistoryOptions {
  readonly limit: number;
  /** A task to exclude: the one whose turn this is. */
  readonly exceptTaskId?: string;
}

/** Where a subscription starts and what ends it. */
export interface SubscribeOptions {
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** The condition to wait for. */
export interface WaitOptions {
  /**
   * `settled`: the task is terminal or interrupted; with `after`, the message of that number has been answered. `terminal`: the
   * task has finished. `changed`: there is an event after number `after`.
   */
  readonly until: "settled" | "terminal" | "changed";
  readonly after?: number;
  readonly timeoutMs?: number | undefined;
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

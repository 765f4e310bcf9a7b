import type { JsonObject, JsonValue, LogEvent, Message } from "@a2a/types";
import type { StoredTask } from "./stored-task.ts";
import type { Scope } from "./task-engine.ts";

/** The circumstances of a call, kept with its message for the process that runs the turn. Never raw credentials. */
export type CallFacts = JsonObject;

/** A message queued for the executor of a running task. */
export interface InboxMessage {
  /** The sequence number of its `received` event. */
  readonly seq: number;
  readonly message: Message;
  readonly call: CallFacts;
}

/**
 * The right to run one turn of one task and to append to its log. At any moment at most one lease of a task can
 * append: each carries a fencing token greater than all before it, which the engine checks atomically with every write.
 *
 * Where several engines share a storage, a lease expires unless its engine renews it, which happens automatically. An expired turn is
 * claimed by another engine, and the former holder is fenced: its signal aborts with `FencedError`, and its appends are rejected.
 *
 * The holder appends events, ends with a terminal or interrupted state, and always calls `release`.
 */
export interface Lease {
  readonly scope: Scope;
  readonly taskId: string;
  readonly contextId: string;
  /** The message this turn answers, with `taskId` and `contextId` filled in. */
  readonly message: Message;
  /** The sequence number of that message in the log: 1 when it created the task. */
  readonly seq: number;
  /** The circumstances in which the message was sent. */
  readonly call: CallFacts;
  /** The fencing token. */
  readonly token: number;
  /** Which turn of the task this is, from 1. */
  readonly turn: number;
  /** 1 for the first run of this turn, more when it runs again. */
  readonly attempt: number;
  /** Whether an earlier run of this turn was interrupted by a crash or a shutdown. Only `claim` returns such leases. */
  readonly recovered: boolean;
  /** The value of the last `save` of this task. */
  readonly checkpoint: JsonValue | undefined;
  /** Whether this message opens its context, so that there is no earlier history. */
  readonly opensContext: boolean;
  /**
   * Why the holder must stop: the task is being canceled (`CancelRequested`), the engine is closing (`LocalError` `CLOSED`), or
   * the lease is lost (`FencedError`).
   */
  readonly stopReason: Error | undefined;
  /** Whether the task has not been created yet and is visible to the holder only. */
  readonly isDraft: boolean;
  /** Whether the lease has ended, so that nothing can be appended. */
  readonly isOver: boolean;
  /**
   * Whether as much of this task, or of all tasks, waits to be written as the engine allows. The holder should then wait for
   * its appends before it makes more.
   */
  readonly isCongested: boolean;
  /** Sets the listener called when the holder must stop, immediately if that is already so. Replaces the previous listener. */
  onStop(listener: (reason: Error) => void): void;
  /** The current task; before its creation, the task as it would be created. */
  load(): Promise<StoredTask>;
  /** Creates the task now if `begin` left that to the first `append`. Resolves with its last sequence number once durable. */
  create(): Promise<number>;
  /**
   * Appends status and artifact updates atomically, creating the task first if necessary. Resolves with the sequence number of the
   * last one once they are durable. A status without a timestamp gets one. The events are serialized before the call returns, so
   * the objects may be modified afterwards. Calls need not be awaited one by one: they take effect in call
   * order, and when one is rejected, the calls enqueued behind it are rejected too.
   *
   * While the storage is unavailable, a write to an existing task is repeated for a limited time (`EngineOptions.retryMs`); one that
   * would create its task is not.
   *
   * Rejects with `FencedError` once the task is terminal or the lease lost; with `A2AError` `UNAVAILABLE` when the storage failed for
   * that time, in which case nothing was written; `PAYLOAD_TOO_LARGE` when the task would exceed its size limit (a
   * terminal status is always accepted); `TypeError` for events of another task and for invalid state transitions.
   */
  append(events: readonly LogEvent[]): Promise<number>;
  /** Like `append`, with a callback instead of a promise: called once, when the events are durable or rejected. */
  enqueue(events: readonly LogEvent[], onResult: OnAppended): void;
  /**
   * Answers with a message instead of a task, and ends the lease. Only the exchange is stored, for repeated sends of the same
   * message and for the context's history. Rejects with `TypeError` when the task already exists.
   */
  answer(message: Message): Promise<void>;
  /**
   * Saves a checkpoint for the next turn or attempt; for a task not yet created, it is stored on creation. It is stored atomically with
   * the appends made before it in the same tick, so that a crash cannot separate them.
   */
  save(checkpoint: JsonValue): Promise<void>;
  /** Takes the oldest message waiting in the inbox into this turn; `undefined` when there is none. */
  take(): Promise<InboxMessage | undefined>;
  /**
   * Ends the turn. When a message is queued in the inbox, its turn begins: its lease is returned and must be run by
   * the caller. If a cancel was requested and the task is not terminal, it becomes `CANCELED`. Releasing an ended lease
   * does nothing. A task that was never created is discarded, and the waiters for its outcome get an error: `refusal`, if given.
   *
   * With `requeue` the turn is requeued instead, for `claim` here or after a restart.
   */
  release(options?: { requeue?: boolean; refusal?: unknown }): Promise<Lease | undefined>;
}

/** Called with the result of an append: the error that rejected it, or the sequence number of its last event. */
export type OnAppended = (refusal: unknown, seq: number) => void;

/** The holder of a lease tried to write after losing it. Nothing was written. The run should stop; there is nothing to report. */
export class FencedError extends Error {
  override readonly name = "FencedError";
  /** The id of the task. */
  readonly taskId: string;
  /** `terminal`: the task has finished. `stale`: another holder has the task, or the engine was closed or lost its storage. */
  readonly reason: "terminal" | "stale";

  constructor(taskId: string, reason: "terminal" | "stale") {
    super(
      reason === "terminal"
        ? `task ${taskId} has ended: nothing can be appended`
        : `the lease on task ${taskId} is no longer held`,
    );
    this.taskId = taskId;
    this.reason = reason;
  }
}

/** The stop reason of a lease whose task is being canceled. */
export class CancelRequested extends Error {
  override readonly name = "CancelRequested";
  /** Metadata of the request to cancel. */
  readonly metadata: JsonObject | undefined;

  constructor(metadata?: JsonObject) {
    super("the task is being canceled");
    this.metadata = metadata;
  }
}

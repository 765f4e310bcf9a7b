import type { JsonObject, JsonValue, LogEvent, Message } from "@a2a/types";
import type { StoredTask } from "./stored-task.ts";
import type { Scope } from "./task-engine.ts";

/** The circumstances of a call, kept with its message for the process that runs the turn. Never raw credentials. */
export type CallFacts = JsonObject;

/** A message that waits for the executor of a running task. */
export interface InboxMessage {
  /** The number of its `received` event. */
  readonly seq: number;
  readonly message: Message;
  readonly call: CallFacts;
}

/**
 * The right to carry out one turn of one task, and to append to its log meanwhile. At any moment at most one lease of a task can
 * append: each carries a fencing token greater than all before it, which the engine checks in the same step as it writes.
 *
 * Where several engines share a storage, a lease expires unless its engine renews it, which it does by itself. An expired turn is
 * claimed by another engine, and the former holder is fenced off: its signal aborts with `FencedError`, its appends are refused.
 *
 * The holder appends events, ends with a settled state (terminal, or a question), and calls `release` in every case.
 */
export interface Lease {
  readonly scope: Scope;
  readonly taskId: string;
  readonly contextId: string;
  /** The message this turn answers, with `taskId` and `contextId` filled in. */
  readonly message: Message;
  /** The number of that message in the log: 1 when it created the task. */
  readonly seq: number;
  /** What the message was sent with. */
  readonly call: CallFacts;
  /** The fencing token. */
  readonly token: number;
  /** Which turn of the task this is, from 1. */
  readonly turn: number;
  /** 1 for the first run of this turn, more when it runs again. */
  readonly attempt: number;
  /** Whether an earlier run of this turn was cut off, by a crash or a shutdown. Such a lease comes from `claim` only. */
  readonly recovered: boolean;
  /** The value of the last `save` of this task. */
  readonly checkpoint: JsonValue | undefined;
  /** Whether the conversation begins with this message, so that there is no history to look for. */
  readonly opensContext: boolean;
  /**
   * Why the holder is to stop: the task is to be canceled (`CancelRequested`), the engine is being closed (`LocalError` `CLOSED`), or
   * the lease is lost (`FencedError`).
   */
  readonly stopReason: Error | undefined;
  /** Whether the task does not exist yet, so that nobody but the holder knows of it. */
  readonly isDraft: boolean;
  /** Whether nothing can be appended any more. */
  readonly isOver: boolean;
  /** Has a listener called when the holder is to stop; at once where that has been so for some time. One listener at a time. */
  onStop(listener: (reason: Error) => void): void;
  /** The task as it stands. Before it is created: as it would be. */
  load(): Promise<StoredTask>;
  /** Makes the task visible now, when `begin` left that to the first `append`. Resolves, when durable, with its last number. */
  create(): Promise<number>;
  /**
   * Appends status and artifact updates, all or none, creating the task first where that is still to be done. Resolves when they
   * are durable, with the number of the last one. A status without a timestamp gets one. The events are serialised before the
   * call returns; what happens to the objects afterwards does not matter. Calls need not be awaited one by one: they take effect
   * in the order in which they were made, and when one is refused, those made before that was known are refused with it.
   *
   * Rejects with `FencedError` once the task is terminal or the lease lost; with `A2AError` `UNAVAILABLE` when the storage is, in
   * which case nothing was written and the call may be repeated; `PAYLOAD_TOO_LARGE` when the task would outgrow its limit (a
   * terminal status is always taken); `TypeError` for events of another task, and for states that cannot follow.
   */
  append(events: readonly LogEvent[]): Promise<number>;
  /** The same for writers that do not wait: calls back once, when the events are durable or were refused. */
  enqueue(events: readonly LogEvent[], onResult: OnAppended): void;
  /**
   * Answers with a message instead of a task, and ends the lease. Nothing but the exchange is kept: for repeated sends of the same
   * message, and for the conversation. Rejects with `TypeError` when the task exists already.
   */
  answer(message: Message): Promise<void>;
  /** Keeps a value for the next turn or the next attempt; with the task not yet created, from its creation on. */
  save(checkpoint: JsonValue): Promise<void>;
  /** Takes the oldest message waiting in the inbox into this turn; `undefined` when there is none. */
  take(): Promise<InboxMessage | undefined>;
  /**
   * Ends the turn. When a message waits in the inbox, its turn begins at once: the lease for it is returned and must be run by
   * the caller. Where a cancel was asked for and the task is not terminal, it becomes `CANCELED`. Releasing a lease that is over
   * already does nothing. A task never created is forgotten, and whoever waits for its outcome gets an error.
   *
   * With `requeue` the turn goes back to the queue instead, for `claim` here or after a restart.
   */
  release(options?: { requeue?: boolean }): Promise<Lease | undefined>;
}

/** Called with the result of an append: the error that refused it, or the sequence number of its last event. */
export type OnAppended = (refusal: unknown, seq: number) => void;

/** The holder of a lease tried to write after losing it. Nothing was written. The run should stop; there is nothing to report. */
export class FencedError extends Error {
  override readonly name = "FencedError";
  /** The task it was about. */
  readonly taskId: string;
  /** `terminal`: the task is over. `stale`: another holder has the task, or the engine was closed or lost its storage. */
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

/** Why a lease stops when somebody asked for the task to be canceled. */
export class CancelRequested extends Error {
  override readonly name = "CancelRequested";
  /** Metadata of the request to cancel. */
  readonly metadata: JsonObject | undefined;

  constructor(metadata?: JsonObject) {
    super("the task is being canceled");
    this.metadata = metadata;
  }
}

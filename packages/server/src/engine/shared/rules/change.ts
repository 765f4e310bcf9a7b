import type { Message } from "@a2a/types";
import type { PushRecord } from "../../port/push-record.ts";
import type { Scope } from "../../port/task-engine.ts";
import type { EventText } from "../../text/event-text.ts";
import type { TextEntry } from "../../text/log-entry.ts";
import type { TaskText } from "../../text/task-text.ts";
import type { TaskRow } from "./task-row.ts";

/** Capacity that a store has reserved for a task or an exchange; opaque to everyone else. */
export type Admission = object | undefined;

/** The input of a decision. Only the facts that the command requests are loaded. */
export interface Facts {
  /** The task, of any owner. */
  readonly row: TaskRow | undefined;
  /** The idempotency record of the message. */
  readonly seen: SeenMessage | undefined;
  /** The webhooks of the task, oldest first. */
  readonly pushes: readonly PushRecord[];
  /** How many webhooks the scope has over all tasks. */
  readonly ownerPushes: number;
  /** The time by the clock of the storage, in milliseconds since 1970. */
  readonly now: number;
  /** Throws when the storage cannot hold so many more characters of this scope, even if it evicts finished tasks. */
  assertRoom(characters: number): void;
}

/** The outcome of a decision: a result for the caller, and the change to write with it, if any. */
export interface Decision<Result> {
  readonly result: Result;
  readonly change?: Change | undefined;
}

/** The writes of one atomic step. */
export type Change = TaskChange | ExchangeChange | ReservationChange;

/** A task that is new or has changed. */
export interface TaskChange {
  readonly kind: "task";
  /** The row as it is after the change. */
  readonly row: TaskRow;
  /** Set for a new task: its state before `events`, and the capacity set aside for it, if that was done beforehand. */
  readonly created?: { readonly text: TaskText; readonly admission: Admission } | undefined;
  /** New log entries in order; for a new task the first of them is the task itself. */
  readonly entries: readonly TextEntry[];
  /** The same entries as pieces of text, to be folded into the task; without the task itself. */
  readonly events: readonly EventText[];
  /** The idempotency record to keep. */
  readonly message?: { readonly messageId: string; readonly fingerprint: string; readonly seq: number } | undefined;
  /** The task from which the alias moves to this one. */
  readonly replaced?: TaskRow | undefined;
  /** A webhook to add or replace. */
  readonly savedPush?: PushRecord | undefined;
  /** The id of a webhook to remove. */
  readonly deletedPush?: string | undefined;
}

/** A message that was answered without a task. Both texts are JSON. */
export interface Exchange {
  readonly scope: Scope;
  readonly contextId: string;
  readonly messageId: string;
  readonly fingerprint: string;
  readonly message: string;
  readonly answer: string;
}

/** An exchange to keep. */
export interface ExchangeChange {
  readonly kind: "exchange";
  readonly exchange: Exchange;
  readonly admission: Admission;
}

/** The idempotency record of a message whose answer is still open, so that no other engine processes it as well. */
export interface ReservationChange {
  readonly kind: "reservation";
  readonly scope: Scope;
  readonly messageId: string;
  readonly fingerprint: string;
  /** Identifies the reservation. */
  readonly holder: string;
  /** When the reservation expires, by the clock of the storage; 0 withdraws it. */
  readonly until: number;
}

/** The idempotency record of a message. */
export interface SeenMessage {
  readonly fingerprint: string;
  readonly result: SeenResult;
}

/** The result of a message. */
export type SeenResult =
  /** Its task, and its sequence number there. */
  | { readonly taskId: string; readonly contextId: string; readonly seq: number }
  /** An answer without a task. */
  | { readonly answer: Message }
  /** Pending: an engine has reserved it until then. */
  | { readonly reservedUntil: number; readonly holder: string };

/** The smallest change of a task: only its row. */
export function rowChange(row: TaskRow): TaskChange {
  return { kind: "task", row, entries: NONE, events: NONE };
}

const NONE: readonly never[] = Object.freeze([]);

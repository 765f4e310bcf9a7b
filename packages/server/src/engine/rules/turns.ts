import type { JsonValue, Message } from "@a2a/types";
import type { InboxMessage, Lease } from "../port/lease.ts";
import { type EventText, encodeEvent } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { append, assertHeld, type LogLimits } from "./append.ts";
import { endTurn, type MutableHead, startAttempt, startTurn, type TaskHead, type TurnRecord } from "./head.ts";

/** The turn a lease is granted for. */
export type LeasedTurn = Pick<
  Lease,
  | "scope"
  | "taskId"
  | "contextId"
  | "message"
  | "seq"
  | "call"
  | "token"
  | "turn"
  | "attempt"
  | "recovered"
  | "checkpoint"
  | "opensContext"
>;

/** The turn that is running according to a head. */
export function turnOf(head: TaskHead, known: { message?: Message; opensContext?: boolean } = {}): LeasedTurn {
  const current = head.current as TurnRecord; // a running task has one
  return {
    scope: head.scope,
    taskId: head.id,
    contextId: head.contextId,
    message: known.message ?? (JSON.parse(current.message) as Message),
    seq: current.seq,
    call: current.call,
    token: head.token,
    turn: head.turn,
    attempt: head.attempt,
    recovered: head.attempt > 1,
    checkpoint: head.checkpoint === undefined ? undefined : (JSON.parse(head.checkpoint) as JsonValue),
    opensContext: known.opensContext ?? false,
  };
}

/** Claims a turn without a holder. */
export function claimTurn(head: TaskHead): TaskHead {
  return startAttempt(head);
}

/** Moves the oldest message of the inbox into the running turn; `undefined` when there is none. */
export function takeMessage(
  head: TaskHead,
  token: number,
): { readonly head: TaskHead; readonly taken: InboxMessage } | undefined {
  assertHeld(head, token);
  const [next, ...others] = head.inbox;
  if (!next) return undefined;
  const taken = { seq: next.seq, message: JSON.parse(next.message) as Message, call: next.call };
  return { head: { ...head, inbox: others }, taken };
}

/** How a turn ends. */
export interface ReleaseOptions {
  /** The turn is requeued. */
  readonly requeue: boolean;
  /** A cancel was requested. */
  readonly canceled: boolean;
  /** The time for the status of a canceled task, in milliseconds since 1970. */
  readonly at: number;
  readonly limits: LogLimits;
}

/** A head, and the log entries that lead to it. */
export interface Step {
  readonly head: TaskHead;
  readonly entries: readonly TextEntry[];
  readonly events: readonly EventText[];
}

/** The result of ending a turn. */
export interface Released extends Step {
  /** The turn of the next message in the inbox. */
  readonly next: LeasedTurn | undefined;
}

/** Ends a turn; the next message in the inbox starts the next one. */
export function releaseTurn(head: TaskHead, options: ReleaseOptions): Released {
  if (options.canceled) return { ...cancelNow(head, options.at, options.limits), next: undefined };
  const [next, ...others] = head.inbox;
  if (options.requeue) return silent({ ...head, run: "queued", token: head.token + 1 });
  if (next) {
    const started = startTurn({ ...head, inbox: others }, next);
    return silent(started, turnOf(started));
  }
  const idle: MutableHead = { ...head };
  endTurn(idle);
  return silent(idle);
}

function silent(head: TaskHead, next?: LeasedTurn): Released {
  return { head, entries: NONE, events: NONE, next };
}

/** Ends a task as canceled. */
export function cancelNow(head: TaskHead, at: number, limits: LogLimits): Step {
  const status = { state: "TASK_STATE_CANCELED" as const };
  const events = [encodeEvent({ statusUpdate: { taskId: head.id, contextId: head.contextId, status } }, () => at)];
  return { ...append(head, events, limits), events };
}

const NONE: readonly never[] = Object.freeze([]);

import type { JsonValue, Message } from "@a2a/types";
import type { InboxMessage, Lease } from "../../port/lease.ts";
import { encodeEvent } from "../../text/event-text.ts";
import { appendEvents, assertHeld, type LogLimits } from "./append.ts";
import { type Decision, rowChange, type TaskChange } from "./change.ts";
import { endTurn, type LeaseTerm, startAttempt, startTurn, type TaskRow, type TurnRow } from "./task-row.ts";

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

/** The turn that is running according to a row. */
export function turnOf(row: TaskRow, known: { message?: Message; opensContext?: boolean } = {}): LeasedTurn {
  const current = row.current as TurnRow; // a running task has one
  return {
    scope: row.scope,
    taskId: row.id,
    contextId: row.contextId,
    message: known.message ?? (JSON.parse(current.message) as Message),
    seq: current.seq,
    call: current.call,
    token: row.token,
    turn: row.turn,
    attempt: row.attempt,
    recovered: row.attempt > 1,
    checkpoint: row.checkpoint === undefined ? undefined : (JSON.parse(row.checkpoint) as JsonValue),
    opensContext: known.opensContext ?? false,
  };
}

/** Claims a turn without a holder. */
export function claimTurn(row: TaskRow, term: LeaseTerm): Decision<LeasedTurn> {
  startAttempt(row, term);
  return { result: turnOf(row), change: rowChange(row) };
}

/** Moves the oldest message of the inbox into the running turn. */
export function takeMessage(
  row: TaskRow | undefined,
  { taskId, token }: LeasedTurn,
): Decision<InboxMessage | undefined> {
  assertHeld(row, taskId, token);
  const [next, ...others] = row.inbox;
  if (!next) return { result: undefined };
  row.inbox = others;
  return {
    result: { seq: next.seq, message: JSON.parse(next.message) as Message, call: next.call },
    change: rowChange(row),
  };
}

/** How a turn ends. */
export interface ReleaseOptions extends LeaseTerm {
  /** The turn is requeued. */
  readonly requeue: boolean;
  /** The holder knows of a cancel that the row does not. */
  readonly canceled: boolean;
  /** The time for the status of a canceled task, in milliseconds since 1970. */
  readonly at: number;
  readonly limits: LogLimits;
}

/** The result of ending a turn. */
export interface Released {
  readonly row: TaskRow;
  /** The turn of the next message in the inbox. */
  readonly next: LeasedTurn | undefined;
}

/** Ends a turn; the next message in the inbox starts the next one. `undefined` when the lease was lost before. */
export function releaseTurn(
  row: TaskRow | undefined,
  { token }: LeasedTurn,
  options: ReleaseOptions,
): Decision<Released | undefined> {
  if (row?.token !== token) return { result: undefined };
  if (options.canceled || row.cancel) {
    return { result: { row, next: undefined }, change: cancelNow(row, options.at, options.limits) };
  }
  const [next, ...others] = row.inbox;
  if (options.requeue) {
    row.run = "queued";
    row.token += 1;
    row.leaseUntil = undefined;
  } else if (next) {
    row.inbox = others;
    startTurn(row, next, options);
    return { result: { row, next: turnOf(row) }, change: rowChange(row) };
  } else {
    endTurn(row);
  }
  return { result: { row, next: undefined }, change: rowChange(row) };
}

/** Ends a task as canceled. */
export function cancelNow(row: TaskRow, at: number, limits: LogLimits): TaskChange {
  const status = { state: "TASK_STATE_CANCELED" as const };
  const event = { statusUpdate: { taskId: row.id, contextId: row.contextId, status } };
  return appendEvents(row, [encodeEvent(event, () => at)], limits);
}

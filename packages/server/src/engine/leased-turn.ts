import type { JsonValue, Message } from "@a2a/types";
import type { Lease } from "./port/lease.ts";
import type { TaskRow, TurnRow } from "./rules/task-row.ts";

/** The turn a lease is for. */
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

/** The turn a row says is under way. */
export function turnOf(row: TaskRow, current: TurnRow, message?: Message, opensContext = false): LeasedTurn {
  return {
    scope: row.scope,
    taskId: row.id,
    contextId: row.contextId,
    message: message ?? (JSON.parse(current.message) as Message),
    seq: current.seq,
    call: current.call,
    token: row.token,
    turn: row.turn,
    attempt: row.attempt,
    recovered: row.attempt > 1,
    checkpoint: row.checkpoint === undefined ? undefined : (JSON.parse(row.checkpoint) as JsonValue),
    opensContext,
  };
}

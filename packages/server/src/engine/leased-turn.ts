import type { JsonValue, Message } from "@a2a/types";
import type { CallFacts } from "./lease.ts";
import type { Scope } from "./task-engine.ts";
import type { TaskRow, TurnRow } from "./task-row.ts";

/** The turn a lease is for. */
export interface LeasedTurn {
  readonly scope: Scope;
  readonly taskId: string;
  readonly contextId: string;
  readonly message: Message;
  readonly seq: number;
  readonly call: CallFacts;
  readonly token: number;
  readonly turn: number;
  readonly attempt: number;
  readonly recovered: boolean;
  readonly checkpoint: JsonValue | undefined;
  readonly opensContext: boolean;
}

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

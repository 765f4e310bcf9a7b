import type { ProtocolVersion, TaskState } from "@a2a/types";
import type { CallFacts, Scope } from "../port/task-engine.ts";

/** A message whose turn is waiting or running. The message is JSON text: mostly nobody needs it again. */
export interface TurnRow {
  /** The number of the message in the log. */
  readonly seq: number;
  readonly message: string;
  readonly call: CallFacts;
  readonly fingerprint: string;
}

/** Everything about a task but its log: what the rules decide on. Only work handed to `Store.write` changes it. */
export interface TaskRow {
  /** The store may put an equal one in its place. */
  scope: Scope;
  readonly id: string;
  readonly contextId: string;
  /** The id a 0.1 caller chose; it may be given to a later task. */
  alias: string | undefined;
  readonly version: ProtocolVersion;
  state: TaskState;
  /** The time of the status, in microseconds: the order of lists. */
  statusAt: number;
  /** The number of the last event. */
  seq: number;
  /** Every message up to this number has been answered. */
  answered: number;
  /** How many characters of content the task holds. */
  size: number;
  /** Whether a turn is under way, waits to be claimed, or neither. */
  run: "idle" | "queued" | "running";
  /** The token of the latest lease. */
  token: number;
  /** How many turns have begun. */
  turn: number;
  /** How often the current turn has been started. */
  attempt: number;
  /** The turn that is under way or waits to be claimed. */
  current: TurnRow | undefined;
  /** Messages that wait for their turn, in order. */
  inbox: readonly TurnRow[];
  /** The latest checkpoint as JSON. */
  checkpoint: string | undefined;
  /** How many webhooks are registered. */
  pushes: number;
  /** For the store alone: where it keeps the task. */
  place?: unknown;
}

/** The empty inbox, one for all. */
export const NO_TURNS: readonly TurnRow[] = Object.freeze([]);

/** Whether this row is the scope's own. */
export function belongsTo(row: { readonly scope: Scope }, scope: Scope): boolean {
  return row.scope.owner === scope.owner && row.scope.tenant === scope.tenant;
}

/** Starts the turn of a message: the token that may append from now on is in the row. */
export function startTurn(row: TaskRow, turn: TurnRow): void {
  row.run = "running";
  row.current = turn;
  row.token += 1;
  row.turn += 1;
  row.attempt = 1;
}

/** Nobody works on the task any more. A lease that is still out has lost it. */
export function endTurn(row: TaskRow): void {
  row.run = "idle";
  row.current = undefined;
  row.token += 1;
}

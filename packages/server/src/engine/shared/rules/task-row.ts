import type { JsonObject, ProtocolVersion, TaskState } from "@a2a/types";
import type { CallFacts } from "../../port/lease.ts";
import type { Scope } from "../../port/task-engine.ts";

/** A message whose turn is queued or running. The message is JSON text, since it is rarely parsed again. */
export interface TurnRow {
  /** The sequence number of the message in the log. */
  readonly seq: number;
  readonly message: string;
  readonly call: CallFacts;
  readonly fingerprint: string;
}

/** A cancel request that the lease holder has not acted on yet. */
export interface CancelRequest {
  readonly metadata?: JsonObject;
}

/**
 * Everything about a task except its log: the state that decisions are made on. It is plain JSON apart from `slot`. Only a
 * decision changes it, in place, and only after all its checks have passed.
 */
export interface TaskRow {
  /** A store may replace it with an equal object. */
  scope: Scope;
  readonly id: string;
  readonly contextId: string;
  /** The task id chosen by the caller, in protocol versions that allow it; it may pass to a later task. */
  alias: string | undefined;
  readonly version: ProtocolVersion;
  state: TaskState;
  /** The time of the status in microseconds: the sort key of lists. */
  statusAt: number;
  /** The sequence number of the last log entry. */
  seq: number;
  /** How many changes a client has been able to see: 1 for the new task, then one more per status or artifact update. */
  generation: number;
  /** Every message up to this sequence number has been answered. */
  answered: number;
  /** The size of the content in characters. */
  size: number;
  /** Whether a turn is running, waits to be claimed, or neither. */
  run: "idle" | "queued" | "running";
  /** The fencing token of the latest lease. */
  token: number;
  /** When the lease of a running turn expires, by the clock of the storage; absent where leases do not expire. */
  leaseUntil: number | undefined;
  /** Set while the holder of the lease is asked to stop. */
  cancel: CancelRequest | undefined;
  /** How many turns have started. */
  turn: number;
  /** How often the current turn has started. */
  attempt: number;
  /** The turn that is running or queued. */
  current: TurnRow | undefined;
  /** Messages that wait for their turn, in order. */
  inbox: readonly TurnRow[];
  /** The latest checkpoint as JSON. */
  checkpoint: string | undefined;
  /** How many webhooks are registered. */
  pushes: number;
  /** For the store alone: its entry of the task. */
  slot?: unknown;
}

/** The part of a row that readers need; a store may leave out the turns. */
export type TaskHead = Omit<TaskRow, "current" | "inbox" | "checkpoint">;

/** The empty inbox, shared by all rows. */
export const NO_TURNS: readonly TurnRow[] = Object.freeze([]);

/** Whether a row belongs to a scope. */
export function belongsTo(row: { readonly scope: Scope }, scope: Scope): boolean {
  return row.scope.owner === scope.owner && row.scope.tenant === scope.tenant;
}

/** When and for how long a lease is granted; without it leases do not expire. */
export interface LeaseTerm {
  /** The time by the clock of the storage, in milliseconds. */
  readonly now: number;
  readonly leaseMs: number | undefined;
}

/** Starts the turn of a message and grants its lease: the token in the row is the one that may append. */
export function startTurn(row: TaskRow, turn: TurnRow, term: LeaseTerm): void {
  row.current = turn;
  row.turn += 1;
  row.attempt = 0;
  startAttempt(row, term);
}

/** Restarts the current turn. */
export function startAttempt(row: TaskRow, { now, leaseMs }: LeaseTerm): void {
  row.run = "running";
  row.token += 1;
  row.attempt += 1;
  row.leaseUntil = leaseMs === undefined ? undefined : now + leaseMs;
}

/** Ends the turn. A lease that is still held is fenced. */
export function endTurn(row: TaskRow): void {
  row.run = "idle";
  row.current = undefined;
  row.token += 1;
  row.leaseUntil = undefined;
  row.cancel = undefined;
}

/** Whether the turn of this task has no holder: it was requeued, or its lease has expired. */
export function isClaimable(row: TaskRow, now: number): boolean {
  if (row.run === "queued") return true;
  return row.run === "running" && row.leaseUntil !== undefined && row.leaseUntil <= now;
}

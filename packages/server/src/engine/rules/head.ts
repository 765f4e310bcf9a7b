import type { ProtocolVersion, TaskState } from "@a2a/types";
import type { CallFacts } from "../port/lease.ts";
import type { Scope } from "../port/task-engine.ts";

/** A message whose turn is queued or running. The message is JSON text, since it is rarely parsed again. */
export interface TurnRecord {
  /** The sequence number of the message in the log. */
  readonly seq: number;
  readonly message: string;
  readonly call: CallFacts;
  readonly fingerprint: string;
}

/** Everything about a task except its log: the state that rules decide on. It is immutable plain JSON; rules return new heads. */
export interface TaskHead {
  readonly scope: Scope;
  readonly id: string;
  readonly contextId: string;
  /** The task id chosen by the caller, in protocol versions that allow it; it may pass to a later task. */
  readonly alias: string | undefined;
  readonly version: ProtocolVersion;
  readonly state: TaskState;
  /** The time of the status in microseconds: the sort key of lists. */
  readonly statusAt: number;
  /** The sequence number of the last log entry. */
  readonly seq: number;
  /** How many changes a client has been able to see: 1 for the new task, then one more per status or artifact update. */
  readonly generation: number;
  /** Every message up to this sequence number has been answered. */
  readonly answered: number;
  /** The size of the content in characters. */
  readonly size: number;
  /** Whether a turn is running, waits to be claimed, or neither. */
  readonly run: "idle" | "queued" | "running";
  /** The fencing token of the latest lease. */
  readonly token: number;
  /** How many turns have started. */
  readonly turn: number;
  /** How often the current turn has started. */
  readonly attempt: number;
  /** The turn that is running or queued. */
  readonly current: TurnRecord | undefined;
  /** Messages that wait for their turn, in order. */
  readonly inbox: readonly TurnRecord[];
  /** The latest checkpoint as JSON. */
  readonly checkpoint: string | undefined;
  /** How many webhooks are registered. */
  readonly webhooks: number;
}

/** A head under construction. */
export type MutableHead = { -readonly [Member in keyof TaskHead]: TaskHead[Member] };

/** The empty inbox, shared by all heads. */
export const NO_TURNS: readonly TurnRecord[] = Object.freeze([]);

/** Whether a task belongs to a scope. */
export function belongsTo(head: { readonly scope: Scope }, scope: Scope): boolean {
  return head.scope.owner === scope.owner && head.scope.tenant === scope.tenant;
}

/** Starts the turn of a message and grants its lease: the token in the head is the one that may append. */
export function startTurn(head: TaskHead, turn: TurnRecord): TaskHead {
  return startAttempt({ ...head, current: turn, turn: head.turn + 1, attempt: 0 });
}

/** Restarts the current turn. */
export function startAttempt(head: TaskHead): TaskHead {
  return { ...head, run: "running", token: head.token + 1, attempt: head.attempt + 1 };
}

/** Ends the turn. A lease that is still held is fenced. */
export function endTurn(head: MutableHead): void {
  head.run = "idle";
  head.current = undefined;
  head.token += 1;
}

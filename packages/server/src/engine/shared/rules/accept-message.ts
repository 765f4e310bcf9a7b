import { A2AError, invalidParams, isTerminal, taskNotFound } from "@a2a/types";
import { LimitError } from "../../../budgets/limit-error.ts";
import { MAX_INBOX } from "../../port/limits.ts";
import type { BeginCommand, Outcome } from "../../port/task-engine.ts";
import { encodeReceived, placedMessage } from "../../text/event-text.ts";
import { extendLog } from "./append.ts";
import type { Decision, Facts, SeenMessage } from "./change.ts";
import type { EngineLimits } from "./engine-limits.ts";
import { assertSameMessage, idempotencyKey } from "./idempotency.ts";
import { createTask, draftTask, type FreshIds } from "./task-draft.ts";
import { belongsTo, startTurn, type TaskRow } from "./task-row.ts";
import { type LeasedTurn, turnOf } from "./turns.ts";
import { assertPushQuota, newPushRecord } from "./webhooks.ts";

/** The outcome of accepting a message. */
export type Accepted =
  /** A turn starts; the caller must run it. */
  | { readonly kind: "run"; readonly row: TaskRow; readonly outcome: Outcome; readonly turn: LeasedTurn }
  /** It is queued in the inbox of a running task. */
  | { readonly kind: "queued"; readonly row: TaskRow; readonly outcome: Outcome }
  /** It was processed before. */
  | { readonly kind: "duplicate"; readonly outcome: Outcome }
  /** Another engine is processing it, at least until then. */
  | { readonly kind: "reserved"; readonly until: number };

/** The parameters of the decision beside the facts. */
export interface AcceptOptions {
  readonly fresh: FreshIds;
  readonly limits: EngineLimits;
  /** How long a lease lasts; absent where leases do not expire. */
  readonly leaseMs: number | undefined;
}

/** Decides how a message is accepted: it creates a task, continues one, is queued, or is a duplicate. */
export function acceptMessage(facts: Facts, command: BeginCommand, options: AcceptOptions): Decision<Accepted> {
  const repeated = facts.seen && repetition(facts.seen, command, facts.now);
  if (repeated) return { result: repeated };
  const { row } = facts;
  if (row === undefined || !belongsTo(row, command.scope)) {
    if (command.message.taskId !== undefined) throw taskNotFound(command.message.taskId);
    return create(facts, command, options);
  }
  return reopens(command, row) ? reopen(facts, row, command, options) : resume(facts, row, command, options);
}

/** The answer to a duplicate message; `undefined` when the first one's result is no longer stored. */
export function repetition(seen: SeenMessage, command: BeginCommand, now: number): Accepted | undefined {
  const { result } = seen;
  if ("reservedUntil" in result && result.reservedUntil <= now) return undefined;
  assertSameMessage(seen, command.fingerprint);
  if ("reservedUntil" in result) return { kind: "reserved", until: result.reservedUntil };
  return { kind: "duplicate", outcome: "answer" in result ? { message: result.answer } : { task: result } };
}

function create(
  facts: Facts,
  command: BeginCommand,
  { fresh, limits, leaseMs }: AcceptOptions,
  replaced?: TaskRow,
): Decision<Accepted> {
  const draft = draftTask(command, fresh, limits);
  facts.assertRoom(draft.messageJson.length);
  if (command.push) assertPushQuota([], facts.ownerPushes, command.push, limits);
  const change = createTask(draft, { now: facts.now, leaseMs }, { replaced });
  const { row } = change;
  const turn = turnOf(row, { message: draft.message, opensContext: draft.opensContext });
  return { change, result: { kind: "run", row, outcome: taskOutcome(row, 1), turn } };
}

/** A message to the alias of a finished task starts a new task, since terminal states are final. */
function reopens({ alias, message }: BeginCommand, row: TaskRow): boolean {
  return alias !== undefined && message.taskId === undefined && isTerminal(row.state);
}

function reopen(facts: Facts, ended: TaskRow, command: BeginCommand, options: AcceptOptions): Decision<Accepted> {
  const { message } = command;
  const referenceTaskIds = [...(message.referenceTaskIds ?? []), ended.id];
  const continued = { ...command, message: { ...message, contextId: ended.contextId, referenceTaskIds } };
  return create(facts, continued, options, ended);
}

function resume(
  facts: Facts,
  row: TaskRow,
  command: BeginCommand,
  { fresh, limits, leaseMs }: AcceptOptions,
): Decision<Accepted> {
  const { now, pushes, ownerPushes } = facts;
  const { message, alias, fingerprint, call, push } = command;
  if (message.contextId !== undefined && message.contextId !== row.contextId) {
    throw invalidParams("message.contextId", `is not the context of task ${row.id}: omit it, or send that of the task`);
  }
  // Callers that choose task ids have no message ids: a retry is recognized by its content while the first send is in progress.
  const same = alias !== undefined && [row.current, ...row.inbox].find((turn) => turn?.fingerprint === fingerprint);
  if (same) return { result: { kind: "duplicate", outcome: taskOutcome(row, same.seq) } };
  if (isTerminal(row.state)) throw taskEnded(row);
  if (row.inbox.length >= MAX_INBOX) throw inboxFull(row);
  if (push) assertPushQuota(pushes, ownerPushes, push, limits);
  const placed = placedMessage(message, row.id, row.contextId);
  const json = JSON.stringify(placed);
  const events = [encodeReceived(json)];
  const entries = extendLog(row, events, limits, (size) => facts.assertRoom(size));
  const turn = { seq: row.seq, message: json, call, fingerprint };
  const isIdle = row.run === "idle";
  if (isIdle) startTurn(row, turn, { now, leaseMs });
  else row.inbox = [...row.inbox, turn];
  const messageId = idempotencyKey(command);
  const savedPush = push && newPushRecord(row, push, fresh.pushId, turn.seq + 1);
  const remembered = messageId === undefined ? undefined : { messageId, fingerprint, seq: turn.seq };
  const outcome = taskOutcome(row, turn.seq);
  return {
    change: { kind: "task", row, entries, events, message: remembered, savedPush },
    result: isIdle
      ? { kind: "run", row, outcome, turn: turnOf(row, { message: placed }) }
      : { kind: "queued", row, outcome },
  };
}

function taskOutcome({ id, contextId }: TaskRow, seq: number): Outcome {
  return { task: { taskId: id, contextId, seq } };
}

function inboxFull({ id }: TaskRow): LimitError {
  return new LimitError(
    "inbox",
    "CAPACITY_EXCEEDED",
    `${MAX_INBOX} messages already wait for task ${id}: send this one later`,
    {
      metadata: { taskId: id },
      retryAfterMs: 1_000,
    },
  );
}

function taskEnded({ id, state }: TaskRow): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", `task ${id} has ended (${state}): start a new one`, {
    metadata: { taskId: id },
  });
}

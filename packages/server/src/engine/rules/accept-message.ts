import { A2AError, invalidParams, isTerminal } from "@a2a/types";
import { LimitError } from "../../budgets/limit-error.ts";
import { MAX_INBOX } from "../port/limits.ts";
import type { BeginCommand, Outcome } from "../port/task-engine.ts";
import { encodeReceived, placedMessage } from "../text/event-text.ts";
import { append, type LogLimits } from "./append.ts";
import { startTurn, type TaskHead } from "./head.ts";
import { type LeasedTurn, type Step, turnOf } from "./turns.ts";

/** A message that continues a task: its turn starts now, or it is queued in the inbox. */
export interface AcceptedMessage extends Step {
  /** The sequence number of the message. */
  readonly seq: number;
  /** The turn that starts; absent when the message is queued. */
  readonly turn: LeasedTurn | undefined;
}

/** Accepts a message to an existing task. */
export function acceptMessage(head: TaskHead, command: BeginCommand, limits: LogLimits): AcceptedMessage {
  const { message, fingerprint, call } = command;
  if (message.contextId !== undefined && message.contextId !== head.contextId) {
    throw invalidParams(
      "message.contextId",
      `is not the context of task ${head.id}: omit it, or send that of the task`,
    );
  }
  if (isTerminal(head.state)) throw taskEnded(head);
  if (head.inbox.length >= MAX_INBOX) throw inboxFull(head);
  const placed = placedMessage(message, head.id, head.contextId);
  const json = JSON.stringify(placed);
  const events = [encodeReceived(json)];
  const { head: received, entries } = append(head, events, limits);
  const { seq } = received;
  const record = { seq, message: json, call, fingerprint };
  if (head.run !== "idle") {
    const queued = { ...received, inbox: [...received.inbox, record] };
    return { head: queued, entries, events, seq, turn: undefined };
  }
  const started = startTurn(received, record);
  return { head: started, entries, events, seq, turn: turnOf(started, { message: placed }) };
}

/**
 * The outcome of a message that is being processed already. Callers that choose task ids have no message ids: a retry is recognized
 * by its content while the first send is in progress.
 */
export function sameInProgress(head: TaskHead, { alias, fingerprint }: BeginCommand): Outcome | undefined {
  if (alias === undefined) return undefined;
  const same = [head.current, ...head.inbox].find((turn) => turn?.fingerprint === fingerprint);
  return same && taskOutcome(head, same.seq);
}

/** Whether a message starts a new task although its alias names one: terminal states are final. */
export function reopens({ alias, message }: BeginCommand, head: TaskHead): boolean {
  return alias !== undefined && message.taskId === undefined && isTerminal(head.state);
}

/** The same message for a task that continues a finished one. */
export function continuing(command: BeginCommand, ended: TaskHead): BeginCommand {
  const { message } = command;
  const referenceTaskIds = [...(message.referenceTaskIds ?? []), ended.id];
  return { ...command, message: { ...message, contextId: ended.contextId, referenceTaskIds } };
}

/** The answer to a message with a task. */
export function taskOutcome({ id, contextId }: Pick<TaskHead, "id" | "contextId">, seq: number): Outcome {
  return { task: { taskId: id, contextId, seq } };
}

function inboxFull({ id }: TaskHead): LimitError {
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

function taskEnded({ id, state }: TaskHead): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", `task ${id} has ended (${state}): start a new one`, {
    metadata: { taskId: id },
  });
}

import { canTransition, isSettled, isTerminal } from "@a2a/types";
import { LimitError } from "../../budgets/limit-error.ts";
import { FencedError } from "../port/lease.ts";
import type { EventText } from "../text/event-text.ts";
import { TextEntry } from "../text/log-entry.ts";
import { endTurn, type MutableHead, NO_TURNS, type TaskHead } from "./head.ts";

/** How far a task may grow. A terminal status is always accepted. */
export interface LogLimits {
  /** In characters of its content. */
  readonly maxTaskSize: number;
  /** In log entries. */
  readonly maxEvents: number;
}

/** The log entries of appended events, and the head after them. */
export interface Appended {
  readonly head: TaskHead;
  readonly entries: TextEntry[];
}

/** Fences a writer whose lease is not the current one. */
export function assertHeld(head: TaskHead, token: number): void {
  if (head.token === token) return;
  throw new FencedError(head.id, isTerminal(head.state) ? "terminal" : "stale");
}

/** Appends events to a log. A terminal status ends the turn, empties the inbox and answers every message. */
export function append(before: TaskHead, events: readonly EventText[], limits: LogLimits): Appended {
  const head: MutableHead = { ...before };
  const entries: TextEntry[] = [];
  for (const event of events) {
    if (isTerminal(head.state)) throw new FencedError(head.id, "terminal");
    head.seq += 1;
    head.size += sizeOf(event);
    if (event.kind !== "status" || !isTerminal(event.state)) assertWithin(head, limits);
    if (event.kind === "artifact") {
      head.generation += 1;
      entries.push(new TextEntry(head.seq, head.generation, event.pieces, undefined, true, event.frame));
    } else {
      const isVisible = event.kind !== "received";
      if (isVisible) head.generation += 1;
      const answered = event.kind === "status" ? changeStatus(head, event) : undefined;
      entries.push(new TextEntry(head.seq, head.generation, event.pieces, answered, isVisible));
    }
  }
  return { head, entries };
}

function assertWithin({ id, size, seq }: TaskHead, { maxTaskSize, maxEvents }: LogLimits): void {
  if (size > maxTaskSize) throw tooLarge(id, "maxTaskSize", `${maxTaskSize} characters`);
  if (seq > maxEvents) throw tooLarge(id, "maxEvents", `${maxEvents} events`);
}

function tooLarge(taskId: string, name: keyof LogLimits, limit: string): LimitError {
  return new LimitError(name, "PAYLOAD_TOO_LARGE", `a task holds at most ${limit}: continue in a new one`, {
    metadata: { taskId },
  });
}

/** Refuses a message that is too large for a task of its own. */
export function assertMessageSize(size: number, { maxTaskSize }: LogLimits): void {
  if (size <= maxTaskSize) return;
  throw new LimitError(
    "maxTaskSize",
    "PAYLOAD_TOO_LARGE",
    `a task holds at most ${maxTaskSize} characters, and the message alone has ${size}: send less`,
  );
}

/** Returns up to which sequence number messages are answered, when the status settles the task. */
function changeStatus(head: MutableHead, status: EventText & { kind: "status" }): number | undefined {
  if (!canTransition(head.state, status.state)) throw new TypeError(`${status.state} cannot follow ${head.state}`);
  head.state = status.state;
  head.statusAt = status.statusAt;
  if (!isSettled(status.state)) return undefined;
  if (isTerminal(status.state)) {
    head.inbox = NO_TURNS;
    head.checkpoint = undefined;
    endTurn(head);
  }
  // Messages are numbered in order of arrival and the inbox is emptied in that order, so all before its head are answered.
  head.answered = (head.inbox[0]?.seq ?? head.seq) - 1;
  return head.answered;
}

/** The size of an event in characters of content, as it counts against `maxTaskSize`. */
export function sizeOf(event: EventText): number {
  if (event.kind === "received") return event.message.length;
  if (event.kind === "status") return event.message?.length ?? 0;
  if (event.kind === "task") return event.pieces.length;
  let size = event.parts.length;
  for (const part of event.parts) size += part.length;
  return size;
}

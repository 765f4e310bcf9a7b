import { canTransition, isSettled, isTerminal } from "@a2a/types";
import { LimitError } from "../../../budgets/limit-error.ts";
import { FencedError } from "../../port/lease.ts";
import { type EventText, joined } from "../../text/event-text.ts";
import { TextEntry } from "../../text/log-entry.ts";
import type { Facts, TaskChange } from "./change.ts";
import { endTurn, NO_TURNS, type TaskRow } from "./task-row.ts";

/** How far a task may grow. A terminal status is always accepted. */
export interface LogLimits {
  /** In characters of its content. */
  readonly maxTaskSize: number;
  /** In log entries. */
  readonly maxEvents: number;
}

/** Fences a writer whose lease is not the current one. */
export function assertHeld(row: TaskRow | undefined, taskId: string, token: number): asserts row is TaskRow {
  if (row?.token === token) return;
  throw new FencedError(taskId, row && isTerminal(row.state) ? "terminal" : "stale");
}

/** Appends events to the log of a task. */
export function appendEvents(
  row: TaskRow,
  events: readonly EventText[],
  limits: LogLimits,
  assertRoom?: AssertRoom,
): TaskChange {
  return { kind: "task", row, entries: extendLog(row, events, limits, assertRoom), events };
}

/** Throws when the storage cannot hold so many more characters. */
export type AssertRoom = Facts["assertRoom"];

/**
 * Numbers events and advances the row. All events are checked before the first one takes effect. A terminal status ends the turn,
 * empties the inbox and answers every message.
 */
export function extendLog(
  row: TaskRow,
  events: readonly EventText[],
  limits: LogLimits,
  assertRoom?: AssertRoom,
): TextEntry[] {
  checkEvents(row, events, limits, assertRoom);
  const entries: TextEntry[] = [];
  for (const event of events) {
    row.seq += 1;
    row.size += sizeOf(event);
    if (event.kind === "artifact") {
      const { json, frame, parts } = event;
      row.generation += 1;
      entries.push(new TextEntry(row.seq, row.generation, json, undefined, true, frame, frame && joined(parts)));
    } else {
      const isVisible = event.kind !== "received";
      if (isVisible) row.generation += 1;
      const answered = event.kind === "status" ? changeStatus(row, event) : undefined;
      entries.push(new TextEntry(row.seq, row.generation, event.json, answered, isVisible));
    }
  }
  return entries;
}

function checkEvents(row: TaskRow, events: readonly EventText[], limits: LogLimits, assertRoom?: AssertRoom): void {
  const { maxTaskSize, maxEvents } = limits;
  let { state, size, seq } = row;
  let endsTask = false;
  for (const event of events) {
    if (isTerminal(state)) throw new FencedError(row.id, "terminal");
    seq += 1;
    size += sizeOf(event);
    const ends = event.kind === "status" && isTerminal(event.state);
    if (size > maxTaskSize && !ends) throw tooLarge(row.id, "maxTaskSize", `${maxTaskSize} characters`);
    if (seq > maxEvents && !ends) throw tooLarge(row.id, "maxEvents", `${maxEvents} events`);
    endsTask ||= ends;
    if (event.kind !== "status") continue;
    if (!canTransition(state, event.state)) throw new TypeError(`${event.state} cannot follow ${state}`);
    state = event.state;
  }
  if (!endsTask) assertRoom?.(size - row.size);
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
function changeStatus(row: TaskRow, status: EventText & { kind: "status" }): number | undefined {
  row.state = status.state;
  row.statusAt = status.statusAt;
  if (!isSettled(status.state)) return undefined;
  if (isTerminal(status.state)) {
    row.inbox = NO_TURNS;
    row.checkpoint = undefined;
    endTurn(row);
  }
  // Messages are numbered in order of arrival and the inbox is emptied in that order, so all before its head are answered.
  row.answered = (row.inbox[0]?.seq ?? row.seq) - 1;
  return row.answered;
}

/** The size of an event in characters of content, as it counts against `maxTaskSize`. */
export function sizeOf(event: EventText): number {
  if (event.kind === "received") return event.message.length;
  if (event.kind === "status") return event.message?.length ?? 0;
  if (event.kind === "task") return event.json.length;
  let size = event.parts.length;
  for (const part of event.parts) size += part.length;
  return size;
}

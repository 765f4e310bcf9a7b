import { A2AError, canTransition, isSettled, isTerminal, type LogEvent } from "@a2a/types";
import { FencedError } from "../port/lease.ts";
import { type EventText, joined, type UpdateTexts } from "../text/event-text.ts";
import { TextEntry } from "../text/log-entry.ts";
import { endTurn, NO_TURNS, type TaskRow } from "./task-row.ts";

/** How far a task may grow. Its end is always taken. */
export interface LogLimits {
  /** In characters of its content. */
  readonly maxTaskSize: number;
  /** In events. */
  readonly maxEvents: number;
}

/** Serialises what the holder of a lease appends into a list. Throws `TypeError` for what does not belong into its log. */
export function encodeUpdates(events: readonly LogEvent[], task: Writing, now: () => number, into: EventText[]): void {
  const before = into.length;
  try {
    for (const event of events) into.push(encodeUpdate(event, task, now));
  } catch (error) {
    into.length = before;
    throw error;
  }
}

function encodeUpdate(event: LogEvent, task: Writing, now: () => number): EventText {
  if ("statusUpdate" in event) {
    checkIds(event.statusUpdate, task);
    return task.texts.ofStatus(event.statusUpdate, now);
  }
  if ("artifactUpdate" in event) {
    checkIds(event.artifactUpdate, task);
    return task.texts.ofArtifact(event.artifactUpdate);
  }
  throw new TypeError(`expected a statusUpdate or an artifactUpdate, got ${Object.keys(event).join(", ")}`);
}

/** A task that is written to. */
interface Writing {
  readonly taskId: string;
  readonly contextId: string;
  readonly texts: UpdateTexts;
}

function checkIds(update: { taskId: string; contextId: string }, task: Writing): void {
  if (update.taskId === task.taskId && update.contextId === task.contextId) return;
  throw new TypeError(`an event of task ${update.taskId} does not belong into the log of task ${task.taskId}`);
}

/**
 * Numbers events and moves the row on. All are checked before the first takes effect. A terminal status ends the turn, empties the
 * inbox and answers every message.
 */
export function extendLog(row: TaskRow, events: readonly EventText[], limits: LogLimits): TextEntry[] {
  checkEvents(row, events, limits);
  const entries: TextEntry[] = [];
  for (const event of events) {
    row.seq += 1;
    row.size += sizeOf(event);
    if (event.kind === "artifact") {
      const { json, around, parts } = event;
      entries.push(new TextEntry(row.seq, json, undefined, true, around, around && joined(parts)));
    } else {
      const answered = event.kind === "status" ? changeStatus(row, event) : undefined;
      entries.push(new TextEntry(row.seq, event.json, answered, event.kind !== "received"));
    }
  }
  return entries;
}

function checkEvents(row: TaskRow, events: readonly EventText[], { maxTaskSize, maxEvents }: LogLimits): void {
  let { state, size, seq } = row;
  for (const event of events) {
    if (isTerminal(state)) throw new FencedError(row.id, "terminal");
    seq += 1;
    size += sizeOf(event);
    const ends = event.kind === "status" && isTerminal(event.state);
    if (size > maxTaskSize && !ends) throw tooLarge(row.id, `${maxTaskSize} characters`);
    if (seq > maxEvents && !ends) throw tooLarge(row.id, `${maxEvents} events`);
    if (event.kind !== "status") continue;
    if (!canTransition(state, event.state)) throw new TypeError(`${event.state} cannot follow ${state}`);
    state = event.state;
  }
}

function tooLarge(taskId: string, limit: string): A2AError {
  return new A2AError("PAYLOAD_TOO_LARGE", `a task holds at most ${limit}: continue in a new one`, {
    metadata: { taskId },
  });
}

/** Returns up to which number messages are answered, when the status settles the task. */
function changeStatus(row: TaskRow, status: EventText & { kind: "status" }): number | undefined {
  row.state = status.state;
  row.statusAt = status.statusAt;
  if (!isSettled(status.state)) return undefined;
  if (isTerminal(status.state)) {
    row.inbox = NO_TURNS;
    row.checkpoint = undefined;
    endTurn(row);
  }
  // Messages are numbered in order of arrival, and the inbox is emptied in that order: all before its head have been answered.
  row.answered = (row.inbox[0]?.seq ?? row.seq) - 1;
  return row.answered;
}

function sizeOf(event: EventText): number {
  if (event.kind === "received") return event.message.length;
  if (event.kind === "status") return event.message?.length ?? 0;
  if (event.kind === "task") return event.json.length;
  let size = event.parts.length;
  for (const part of event.parts) size += part.length;
  return size;
}

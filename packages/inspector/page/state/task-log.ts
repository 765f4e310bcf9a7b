import { applyEvent, canTransition, copyTask, isTerminal, type StreamResponse, type Task } from "@a2a/types";
import type { StreamNotice } from "../../src/protocol/journal.ts";

/** One row of a timeline. */
export interface Row {
  /** The number of the journal entry that brought it. */
  readonly n: number;
  readonly at: number;
  /** Whether it was read from the agent's log, some time after it happened. */
  readonly isReplayed?: boolean;
  /** Whether `at` is only an upper bound: the event was read from the agent's log, which does not say when it happened. */
  readonly isLate?: boolean;
  readonly version: string;
  readonly id: string | undefined;
  readonly event?: StreamResponse;
  readonly notice?: StreamNotice;
  /** The violation of an event at this position. */
  readonly problem?: string;
}

/** The log of a task as far as it was seen. */
export interface TaskLog {
  readonly key: string;
  readonly id: string;
  readonly connection: number;
  rows: Row[];
  /** The numbers of the events in `rows`. */
  readonly ids: Set<string>;
  /** The highest of them. */
  lastId: number;
  /** The fold of all rows. */
  task: Task | undefined;
  isLive: boolean;
}

type EventRow = Row & { readonly event: StreamResponse };

/** Adds an event that has just happened. */
export function addRow(log: TaskLog, row: EventRow): void {
  const problem = problemOf(log, row.event, row.id);
  remember(log, row.id);
  log.rows.push({ ...row, ...(problem !== undefined && { problem }) });
  if (log.task) applyEvent(log.task, row.event);
  else if ("task" in row.event) log.task = copyTask(row.event.task);
}

/**
 * Adds an event of a log that is read again. Events that were seen before keep their row, and with it the time at which they were seen.
 * The others happened before they arrived: statuses say when, and everything before a status happened before it.
 */
export function addReplayed(log: TaskLog, { at: arrivedAt, ...row }: EventRow): void {
  const { id, event } = row;
  if (id !== undefined && log.ids.has(id)) return;
  const stamp = Date.parse(timestampOf(event) ?? "");
  const at = Number.isNaN(stamp) ? arrivedAt : Math.min(arrivedAt, stamp);
  const isLast = id === undefined || Number(id) > log.lastId;
  const place = isLast ? log.rows.length : log.rows.findIndex((known) => Number(known.id) > Number(id));
  for (let index = place - 1; index >= 0; index--) {
    const before = log.rows[index];
    if (!before?.isReplayed || before.at <= at) break;
    log.rows[index] = { ...before, at, isLate: true };
  }
  if (isLast) {
    addRow(log, { ...row, at, isReplayed: true });
    return;
  }
  remember(log, id);
  log.rows.splice(place, 0, { ...row, at: Math.min(at, log.rows[place]?.at ?? at), isReplayed: true });
  log.task = taskAt(log.rows, log.rows.length - 1);
}

function remember(log: TaskLog, id: string | undefined): void {
  if (id === undefined) return;
  log.ids.add(id);
  log.lastId = Math.max(log.lastId, Number(id));
}

function timestampOf(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.status.timestamp;
  return "statusUpdate" in event ? event.statusUpdate.status.timestamp : undefined;
}

/** The task that the rows up to one fold to. */
export function taskAt(rows: readonly Row[], index: number): Task | undefined {
  let task: Task | undefined;
  for (const { event } of rows.slice(0, index + 1)) {
    if (event === undefined) continue;
    if (task) applyEvent(task, event);
    else if ("task" in event) task = copyTask(event.task);
  }
  return task;
}

/** The task as it was when the journal had come to an entry. */
export function taskAsOf(log: TaskLog, n: number | undefined): Task | undefined {
  if (n === undefined) return log.task;
  return taskAt(
    log.rows,
    log.rows.findLastIndex((row) => row.n <= n),
  );
}

/** The rule that an event violates: the order of numbers, the state machine, or the rules of artifacts. */
function problemOf({ rows, task }: TaskLog, event: StreamResponse, id: string | undefined): string | undefined {
  const before = rows.findLast((row) => row.id !== undefined)?.id;
  const isSnapshot = "task" in event;
  if (!isSnapshot && id !== undefined && before !== undefined && Number(id) <= Number(before)) {
    return `event ${id} came after event ${before}`;
  }
  if (task === undefined || isSnapshot) return undefined;
  if ("statusUpdate" in event) {
    const { state } = event.statusUpdate.status;
    if (!canTransition(task.status.state, state))
      return `${stateName(task.status.state)} cannot become ${stateName(state)}`;
  } else if (isTerminal(task.status.state)) return `the task was ${stateName(task.status.state)} already`;
  if ("artifactUpdate" in event && event.artifactUpdate.append === true) {
    const { artifactId } = event.artifactUpdate.artifact;
    if (!task.artifacts?.some((artifact) => artifact.artifactId === artifactId)) {
      return `appends to artifact "${artifactId}", which does not exist`;
    }
  }
  return undefined;
}

/** A state as people write it: `input required`. */
export function stateName(state: string): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", " ");
}

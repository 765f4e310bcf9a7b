import { isTerminal } from "@a2a/types";
import type { TaskRow } from "../rules/task-row.ts";

/** The fewest events between two snapshots. */
const MIN_EVENTS = 64;

/**
 * Whether a snapshot of a task is worthwhile: when its log has grown by a quarter since the last one, so that a reader folds at most a
 * fifth of it, and the cost of snapshots stays proportional to the events; and when a task with a long log has ended.
 */
export function isSnapshotDue({ seq, state }: Pick<TaskRow, "seq"> & Partial<TaskRow>, snapshotSeq: number): boolean {
  const events = seq - snapshotSeq;
  if (events < MIN_EVENTS) return false;
  return events >= snapshotSeq / 4 || (state !== undefined && isTerminal(state));
}

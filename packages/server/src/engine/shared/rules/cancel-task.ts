import { A2AError, isTerminal, type JsonObject, taskNotFound } from "@a2a/types";
import type { Scope } from "../../port/task-engine.ts";
import type { LogLimits } from "./append.ts";
import { type Decision, rowChange } from "./change.ts";
import { belongsTo, type TaskRow } from "./task-row.ts";
import { cancelNow } from "./turns.ts";

/** A request to cancel a task. */
export interface CancelCommand {
  readonly scope: Scope;
  readonly taskId: string;
  /** The grace period of the lease holder is over: fence it and cancel the task. */
  readonly force: boolean;
  /** Whether the holder has to be told through the row, since it may be in another process. */
  readonly notify: boolean;
  readonly metadata?: JsonObject | undefined;
  /** The time for the status, in milliseconds since 1970. */
  readonly at: number;
  readonly limits: LogLimits;
}

/** The outcome of a cancel request. */
export interface Canceled {
  readonly row: TaskRow;
  /** Whether the task is canceled now; otherwise the holder of its lease is asked to stop. */
  readonly isCanceled: boolean;
  /** Whether a lease was fenced. */
  readonly isForced: boolean;
}

/** Cancels an idle task, asks its lease holder to stop, or fences that holder. */
export function cancelTask(row: TaskRow | undefined, command: CancelCommand): Decision<Canceled> {
  const { scope, taskId, force, notify, metadata, at, limits } = command;
  if (!row || !belongsTo(row, scope)) throw taskNotFound(taskId);
  if (row.state === "TASK_STATE_CANCELED") return { result: { row, isCanceled: true, isForced: false } };
  if (isTerminal(row.state)) {
    throw new A2AError("TASK_NOT_CANCELABLE", `task ${taskId} has already ended (${row.state})`, {
      metadata: { taskId },
    });
  }
  const isRunning = row.run === "running";
  if (!isRunning || force) {
    return { change: cancelNow(row, at, limits), result: { row, isCanceled: true, isForced: isRunning } };
  }
  if (!notify) return { result: { row, isCanceled: false, isForced: false } };
  row.cancel = metadata ? { metadata } : {};
  return { change: rowChange(row), result: { row, isCanceled: false, isForced: false } };
}

import type { TaskState } from "@a2a/types";

/** The states of 0.2 and 0.3 by the states of the model. 0.1 has all but `rejected` and `auth-required`. */
export const wireStates = {
  TASK_STATE_UNSPECIFIED: "unknown",
  TASK_STATE_SUBMITTED: "submitted",
  TASK_STATE_WORKING: "working",
  TASK_STATE_COMPLETED: "completed",
  TASK_STATE_FAILED: "failed",
  TASK_STATE_CANCELED: "canceled",
  TASK_STATE_INPUT_REQUIRED: "input-required",
  TASK_STATE_REJECTED: "rejected",
  TASK_STATE_AUTH_REQUIRED: "auth-required",
} as const satisfies Record<TaskState, string>;

/** A state as 0.2 and 0.3 spell it. */
export type WireState = (typeof wireStates)[TaskState];

/** The states of the model by their older spelling. */
export const modelStates = Object.fromEntries(
  Object.entries(wireStates).map(([model, wire]) => [wire, model]),
) as Record<WireState, TaskState>; // the inverse of the table above

/** Whether an older stream closes after a status in this state. */
export function isFinal(state: TaskState): boolean {
  return FINAL.has(state);
}
const FINAL: ReadonlySet<TaskState> = new Set([
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_INPUT_REQUIRED",
]);

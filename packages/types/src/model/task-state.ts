/** The state of a task. The position in `taskStates` is the number the protobuf schema gives it. */
export type TaskState = (typeof taskStates)[number];

/** Every state, in the order of its protobuf number. */
export const taskStates = [
  "TASK_STATE_UNSPECIFIED",
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_AUTH_REQUIRED",
] as const;

/** Whether a task in this state is over: nothing leaves a terminal state. */
export function isTerminal(state: TaskState): boolean {
  return TERMINAL.has(state);
}
const TERMINAL: ReadonlySet<TaskState> = new Set([
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
]);

/** Whether a task in this state waits for its caller: for input or for credentials. */
export function isInterrupted(state: TaskState): boolean {
  return state === "TASK_STATE_INPUT_REQUIRED" || state === "TASK_STATE_AUTH_REQUIRED";
}

/** Whether a blocking call returns in this state: it is terminal or interrupted. */
export function isSettled(state: TaskState): boolean {
  return isTerminal(state) || isInterrupted(state);
}

/** Whether a task may go from one state to another. A state may repeat, since a status update may only bring a new message. */
export function canTransition(from: TaskState, to: TaskState): boolean {
  if (isTerminal(from) || to === "TASK_STATE_UNSPECIFIED") return false;
  // A task that works does not go back to waiting for its first turn.
  if (to === "TASK_STATE_SUBMITTED") return from !== "TASK_STATE_WORKING";
  return true;
}

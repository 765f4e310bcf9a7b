import { MissingResultError } from "@a2a/bridge/json-rpc";
import { A2AError, isA2AError, isTerminal, type Task } from "@a2a/types";

/**
 * The outcome of a cancellation, which the task itself tells where the peer does not: where it answers without the task, and where its
 * error is unspecific. `onMissing` is called when it answered without the task.
 */
export async function cancelOutcome(
  cancel: Promise<Task>,
  getTask: () => Promise<Task>,
  onMissing: () => void,
): Promise<Task> {
  try {
    return await cancel;
  } catch (error) {
    if (error instanceof MissingResultError) onMissing();
    else if (!isA2AError(error, "INTERNAL")) throw error;
    const task = await getTask().catch((second: unknown) => {
      throw isA2AError(second, "TASK_NOT_FOUND") ? second : error;
    });
    const { state } = task.status;
    if (isTerminal(state) && state !== "TASK_STATE_CANCELED") {
      throw new A2AError("TASK_NOT_CANCELABLE", `The task has ended already: ${state}`, { cause: error });
    }
    if (error instanceof MissingResultError) return task;
    throw error;
  }
}

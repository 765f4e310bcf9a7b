import { A2AError, isA2AError } from "@a2a/types";

/** The agent does not know the task. */
export class TaskNotFoundError extends A2AError {
  override readonly name = "TaskNotFoundError";
}

/** The task has ended, or the agent does not cancel tasks. */
export class TaskNotCancelableError extends A2AError {
  override readonly name = "TaskNotCancelableError";
}

/** Runs a call and rethrows its error as the class for its code, if there is one. */
export async function withErrorClasses<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isA2AError(error, "TASK_NOT_FOUND")) throw new TaskNotFoundError(error.code, error.message, { cause: error });
    if (isA2AError(error, "TASK_NOT_CANCELABLE")) {
      throw new TaskNotCancelableError(error.code, error.message, { cause: error });
    }
    throw error;
  }
}

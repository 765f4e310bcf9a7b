import { A2AError } from "./a2a-error.ts";

/** The answer for a task that does not exist or belongs to another caller: the two look the same. */
export function taskNotFound(taskId: string): A2AError {
  return new A2AError("TASK_NOT_FOUND", undefined, { metadata: { taskId: taskId.slice(0, 200) } });
}

/** The answer for a request one member of which is wrong. */
export function invalidParams(field: string, description: string): A2AError {
  return new A2AError("INVALID_PARAMS", `Invalid parameters: ${field}: ${description}`, {
    violations: [{ field, description }],
  });
}

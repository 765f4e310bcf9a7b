import { A2AError } from "@a2a/types";

/** The answer for a task that does not exist, and for one of somebody else. */
export function taskNotFound(taskId: string): A2AError {
  return new A2AError("TASK_NOT_FOUND", `no task ${taskId}`, { metadata: { taskId } });
}

/** One member of the request was wrong. */
export function invalid(field: string, description: string): A2AError {
  return new A2AError("INVALID_PARAMS", `${field}: ${description}`, { violations: [{ field, description }] });
}

/** The engine is closed or closing. */
export function closed(): A2AError {
  return new A2AError("UNAVAILABLE", "the server is stopping: try again shortly", { retryAfterMs: 1_000 });
}

/** There is no room, and nothing that may be removed to make some. */
export function noRoom(what: string, limit: number): A2AError {
  return new A2AError("CAPACITY_EXCEEDED", `${limit} ${what} are kept at most, and none of yours may be removed yet`, {
    retryAfterMs: 5_000,
  });
}

/** The storage failed; nothing was written. */
export function storageUnavailable(cause: unknown): A2AError {
  return new A2AError("UNAVAILABLE", "storage unavailable", { retryAfterMs: 1_000, cause });
}

/** A run was given up before it said anything. */
export function unanswered(): A2AError {
  return new A2AError("INTERNAL", "the agent ended without an answer");
}

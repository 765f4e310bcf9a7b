import { A2AError } from "@a2a/types";
import { LimitError } from "../../budgets/limit-error.ts";

/** The engine is closed or closing. */
export function closed(): A2AError {
  return new A2AError("UNAVAILABLE", "the server is shutting down: try again shortly", { retryAfterMs: 1_000 });
}

/** A limit is reached, and nothing is evictable. */
export function capacityExceeded(what: string, limit: number): A2AError {
  return new LimitError(
    `max${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    "CAPACITY_EXCEEDED",
    `the limit of ${limit} ${what} is reached, and none of yours can be evicted yet`,
    {
      retryAfterMs: 5_000,
    },
  );
}

/** The storage has reached its size limit, such as "1000 bytes", which an option of this name sets, and nothing is evictable. */
export function storageFull(name: string, limit: string): A2AError {
  return new LimitError(
    name,
    "CAPACITY_EXCEEDED",
    `the task storage of ${limit} is full, and no finished task of yours can be evicted`,
    { retryAfterMs: 5_000 },
  );
}

/** The storage failed; nothing was written. */
export function storageUnavailable(cause: unknown): A2AError {
  return new A2AError("UNAVAILABLE", "storage unavailable", { retryAfterMs: 1_000, cause });
}

/** A turn ended before the agent produced anything. */
export function unanswered(): A2AError {
  return new A2AError("INTERNAL", "the agent ended without an answer");
}

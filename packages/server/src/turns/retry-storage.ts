import { isA2AError, type Logger, pause } from "@a2a/types";
import type { Lease } from "../engine/port/task-engine.ts";

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;

/**
 * Repeats a write until the storage accepts it, as long as the lease is held: a turn whose end could not be stored would leave its
 * task running for good. Other errors are thrown immediately, as is any error of a task that does not exist yet, so that its caller gets it.
 */
export async function retryStorage<T>(lease: Lease, logger: Logger, write: () => Promise<T>): Promise<T | undefined> {
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!isA2AError(error, "UNAVAILABLE") || lease.isDraft) throw error;
      if (lease.isOver) return undefined;
      logger.warn({ taskId: lease.taskId, error, delayMs }, "the storage is unavailable: the end of a turn is retried");
    }
    await pause(delayMs);
  }
}

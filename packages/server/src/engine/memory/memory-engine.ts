import { systemScheduler } from "../../util/scheduler.ts";
import type { EngineOptions } from "../port/engine-options.ts";
import { IDLE_CLEANUP_INTERVAL_MS, MAX_CONTEXTS, MAX_MEMORY_BYTES, MAX_TASKS, TASK_TTL_MS } from "../port/limits.ts";
import type { TaskEngine } from "../port/task-engine.ts";
import { createStoreEngine } from "../store-engine.ts";
import { MemoryStore } from "./memory-store.ts";

/** Options of an in-memory engine. */
export interface MemoryEngineOptions extends EngineOptions {
  /** The maximum number of tasks. Default 1,000. At the limit the oldest finished task is evicted, by fair shares of owners. */
  maxTasks?: number;
  /** The maximum number of contexts. Default 500. At the limit a context whose tasks have all finished is evicted. */
  maxContexts?: number;
  /**
   * The maximum memory for the content of all tasks, in bytes. Default 32 MiB. A character counts 2 bytes, since it is in the task and
   * in its log; in a task with characters beyond Latin-1 it counts 4. At the limit finished tasks are evicted by fair shares of
   * owners; if that is not enough, messages and events are rejected with `CAPACITY_EXCEEDED`. Text beyond Latin-1 is accepted by its
   * characters, so that the last message may exceed the limit by half of its bytes.
   */
  maxBytes?: number;
  /** How long a task is kept after its last change, unless it is running. Default one hour. */
  taskTtlMs?: number;
  /** The interval between sweeps for expired tasks. Default five minutes. */
  idleCleanupIntervalMs?: number;
}

/** Creates an engine that keeps tasks in the memory of this process. */
export function createMemoryEngine(options: MemoryEngineOptions = {}): TaskEngine {
  const { maxTasks = MAX_TASKS, maxContexts = MAX_CONTEXTS, taskTtlMs = TASK_TTL_MS } = options;
  const { maxBytes = MAX_MEMORY_BYTES } = options;
  const elapsed = options.elapsed ?? systemScheduler.elapsed;
  const cleanupIntervalMs = options.idleCleanupIntervalMs ?? IDLE_CLEANUP_INTERVAL_MS;
  const { now = Date.now } = options;
  const capacity = { maxTasks, maxContexts, maxBytes, taskTtlMs, elapsed, cleanupIntervalMs, now };
  return createStoreEngine((events) => new MemoryStore(events, capacity, systemScheduler), options);
}

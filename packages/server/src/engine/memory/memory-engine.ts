import type { EngineOptions } from "../engine-core.ts";
import { LocalEngine } from "../local-engine.ts";
import { IDLE_CLEANUP_INTERVAL_MS, MAX_CONTEXTS, MAX_TASKS, TASK_TTL_MS } from "../port/limits.ts";
import type { TaskEngine } from "../port/task-engine.ts";
import { MemoryStore } from "./memory-store.ts";

/** How an engine in memory behaves. */
export interface MemoryEngineOptions extends EngineOptions {
  /** How many tasks are kept. Default 1,000. At the limit the oldest finished one makes room, within the owner's fair share. */
  maxTasks?: number;
  /** How many conversations are kept. Default 500; one whose tasks are all over makes room for a new one. */
  maxContexts?: number;
  /** How long a task is kept after its last change, unless it is being worked on. Default one hour. */
  taskTtlMs?: number;
  /** How often to look for tasks whose time is up. Default five minutes. */
  idleCleanupIntervalMs?: number;
}

/** An engine that keeps tasks in this process, as long as it lives. */
export function createMemoryEngine(options: MemoryEngineOptions = {}): TaskEngine {
  const { maxTasks = MAX_TASKS, maxContexts = MAX_CONTEXTS, taskTtlMs = TASK_TTL_MS } = options;
  const elapsed = options.elapsed ?? (() => performance.now());
  const cleanupIntervalMs = options.idleCleanupIntervalMs ?? IDLE_CLEANUP_INTERVAL_MS;
  const room = { maxTasks, maxContexts, taskTtlMs, elapsed, cleanupIntervalMs };
  return new LocalEngine((events) => new MemoryStore(events, room), options);
}

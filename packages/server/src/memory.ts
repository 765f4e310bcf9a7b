export { createMemoryEngine, type MemoryEngineOptions } from "./engine/memory/memory-engine.ts";
export type { EngineOptions } from "./engine/port/engine-options.ts";
export { IDLE_CLEANUP_INTERVAL_MS, MAX_CONTEXTS, MAX_TASKS, TASK_TTL_MS } from "./engine/port/limits.ts";

export type { EngineOptions } from "./engine/engine-options.ts";
export { createMemoryEngine, type MemoryEngineOptions } from "./engine/memory/memory-engine.ts";
export { IDLE_CLEANUP_INTERVAL_MS, MAX_CONTEXTS, MAX_TASKS, TASK_TTL_MS } from "./engine/port/limits.ts";

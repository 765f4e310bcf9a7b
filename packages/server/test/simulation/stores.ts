import { MemoryStore } from "../../src/engine/memory/memory-store.ts";
import { openDatabase } from "../../src/engine/sqlite/sqlite-schema.ts";
import { SqliteStore } from "../../src/engine/sqlite/sqlite-store.ts";
import type { StoreEvents, TaskStore } from "../../src/engine/store/task-store.ts";
import type { VirtualScheduler } from "./virtual-scheduler.ts";

/** The stores that are simulated, by name. */
export const stores: Readonly<Record<string, (events: StoreEvents, scheduler: VirtualScheduler) => TaskStore>> = {
  memory(events, scheduler) {
    const limits = {
      maxTasks: 1_000,
      maxContexts: 1_000,
      maxTotalSize: 1e9,
      taskTtlMs: Number.POSITIVE_INFINITY,
      cleanupIntervalMs: 1e6,
    };
    const clocks = { elapsed: () => scheduler.elapsed(), now: () => scheduler.elapsed() };
    return new MemoryStore(events, { ...limits, ...clocks }, scheduler);
  },
  sqlite(events, scheduler) {
    const retention = { eventTtlMs: 1e15, taskTtlMs: 1e15, messageTtlMs: 1e15 };
    const times = { leaseMs: 1e9, busyTimeoutMs: 0, cleanupIntervalMs: 1e6 };
    const capacity = { maxBytes: 1e9, maxTasks: Number.POSITIVE_INFINITY, maxContexts: Number.POSITIVE_INFINITY };
    const clocks = { now: () => scheduler.elapsed(), clock: () => scheduler.elapsed() };
    const options = { path: ":memory:", ...times, retention, capacity, ...clocks };
    return new SqliteStore(openDatabase(":memory:", "NORMAL"), events, options, scheduler);
  },
};

import { MemoryStore } from "../../src/engine/memory/memory-store.ts";
import { openDatabase } from "../../src/engine/sqlite/file/sqlite-schema.ts";
import { SqliteStore } from "../../src/engine/sqlite/sqlite-store.ts";
import type { StoreEvents, TaskStore } from "../../src/engine/store/task-store.ts";
import { simulate, simulateShared } from "./simulate.ts";
import type { VirtualScheduler } from "./virtual-scheduler.ts";

/** The stores of one engine. */
export const stores = {
  memory(events: StoreEvents, scheduler: VirtualScheduler): TaskStore {
    const limits = {
      maxTasks: 1_000,
      maxContexts: 1_000,
      maxBytes: 1e9,
      taskTtlMs: Number.POSITIVE_INFINITY,
      cleanupIntervalMs: 1e6,
    };
    const clocks = { elapsed: () => scheduler.elapsed(), now: () => scheduler.elapsed() };
    return new MemoryStore(events, { ...limits, ...clocks }, scheduler);
  },
  sqlite(events: StoreEvents, scheduler: VirtualScheduler): TaskStore {
    const retention = { eventTtlMs: 1e15, taskTtlMs: 1e15, messageTtlMs: 1e15 };
    const times = { leaseMs: 1e9, busyTimeoutMs: 0, cleanupIntervalMs: 1e6 };
    const capacity = { maxBytes: 1e9, maxTasks: Number.POSITIVE_INFINITY, maxContexts: Number.POSITIVE_INFINITY };
    const clocks = { now: () => scheduler.elapsed(), elapsed: () => scheduler.elapsed() };
    const options = { path: ":memory:", ...times, retention, capacity, ...clocks };
    return new SqliteStore(openDatabase(":memory:", "NORMAL"), events, options, scheduler);
  },
};

/** What is simulated, by the name of its store: runs a seed, and returns the violations. */
export const simulations: Readonly<Record<string, (seed: number) => Promise<string[]>>> = {
  memory: (seed) => simulate({ seed, open: stores.memory }),
  sqlite: (seed) => simulate({ seed, open: stores.sqlite }),
  shared: (seed) => simulateShared({ seed }),
};

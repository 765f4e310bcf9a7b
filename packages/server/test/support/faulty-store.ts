import { join } from "node:path";
import { MemoryStore } from "../../src/engine/memory/memory-store.ts";
import { storageUnavailable } from "../../src/engine/port/refusals.ts";
import type { TaskEngine } from "../../src/engine/port/task-engine.ts";
import { openDatabase } from "../../src/engine/sqlite/sqlite-schema.ts";
import { SqliteStore } from "../../src/engine/sqlite/sqlite-store.ts";
import type { StoreEvents, TaskStore } from "../../src/engine/store/task-store.ts";
import { createStoreEngine } from "../../src/engine/store-engine.ts";
import { temporaryFolder } from "../sqlite-harness.ts";

/** An engine whose storage can be made unavailable. */
export interface FaultyEngine extends AsyncDisposable {
  readonly engine: TaskEngine;
  /** While set, every call to the storage fails. */
  isDown: boolean;
}

/** A memory or SQLite engine whose storage fails on demand. */
export function openFaulty(kind: "memory" | "SQLite"): FaultyEngine {
  const folder = temporaryFolder();
  const outage = { isDown: false };
  const engine = createStoreEngine((events) =>
    failing(kind === "memory" ? memory(events) : sqlite(folder.path, events), outage),
  );
  return Object.assign(outage, {
    engine,
    [Symbol.asyncDispose]: async () => {
      outage.isDown = false;
      await engine.close({ drainMs: 0 });
      folder[Symbol.dispose]();
    },
  });
}

function failing(store: TaskStore, outage: { readonly isDown: boolean }): TaskStore {
  return new Proxy(store, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (!outage.isDown || name === "dismiss") return member.apply(target, args);
        const error = storageUnavailable(new Error("the disk is gone"));
        if (name === "commit" || name === "claim") return Promise.reject(error);
        throw error;
      };
    },
  });
}

function memory(events: StoreEvents): TaskStore {
  const limits = {
    maxTasks: 1_000,
    maxContexts: 1_000,
    maxTotalSize: 1e9,
    taskTtlMs: 3_600_000,
    cleanupIntervalMs: 300_000,
  };
  return new MemoryStore(events, { ...limits, elapsed: () => performance.now(), now: Date.now });
}

function sqlite(folder: string, events: StoreEvents): TaskStore {
  const path = join(folder, "tasks.db");
  const retention = { eventTtlMs: 1e9, taskTtlMs: 1e9, messageTtlMs: 1e9 };
  const times = { leaseMs: 15_000, busyTimeoutMs: 2_000, cleanupIntervalMs: 300_000 };
  const capacity = { maxBytes: 1e9, maxTasks: 1e9, maxContexts: 1e9 };
  const clocks = { now: Date.now, clock: Date.now };
  return new SqliteStore(openDatabase(path, "NORMAL"), events, { path, ...times, retention, capacity, ...clocks });
}

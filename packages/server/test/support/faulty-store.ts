import { join } from "node:path";
import type { FailingEngine } from "../../src/engine/contract/kit.ts";
import { MemoryStore } from "../../src/engine/memory/memory-store.ts";
import type { EngineOptions } from "../../src/engine/port/engine-options.ts";
import { storageUnavailable } from "../../src/engine/port/refusals.ts";
import { openDatabase } from "../../src/engine/sqlite/file/sqlite-schema.ts";
import { SqliteStore } from "../../src/engine/sqlite/sqlite-store.ts";
import { StorageFailure, type StoreEvents, type TaskStore } from "../../src/engine/store/task-store.ts";
import { createStoreEngine } from "../../src/engine/store-engine.ts";
import { systemScheduler } from "../../src/util/scheduler.ts";
import { temporaryFolder } from "../sqlite-harness.ts";

/** An engine whose storage fails on demand. */
export interface FaultyEngine extends FailingEngine, AsyncDisposable {
  hold(): void;
  fail(): void;
  repair(): void;
}

/** A memory or SQLite engine whose storage fails on demand. */
export function openFaulty(kind: "memory" | "SQLite", options: EngineOptions = {}): FaultyEngine {
  const folder = temporaryFolder();
  const outage = new Outage();
  const engine = createStoreEngine(
    (events) => outage.over(kind === "memory" ? memory(events) : sqlite(folder.path, events)),
    options,
  );
  const close = async () => {
    outage.repair();
    await engine.close({ drainMs: 0 });
    folder[Symbol.dispose]();
  };
  return {
    engine,
    hold: () => outage.hold(),
    fail: () => outage.fail(),
    repair: () => outage.repair(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Calls that do not reach the storage. */
const IN_MEMORY: ReadonlySet<string | symbol> = new Set(["dismiss", "seal", "assertRoom"]);

/** Stands between an engine and its store. */
class Outage {
  #isDown = false;
  #held: PromiseWithResolvers<void> | undefined;

  hold(): void {
    this.#held ??= Promise.withResolvers();
  }

  fail(): void {
    this.#isDown = true;
    this.#held?.reject(new StorageFailure(new Error("the disk is gone")));
    this.#held?.promise.catch(() => undefined);
    this.#held = undefined;
  }

  repair(): void {
    this.#isDown = false;
    this.#held?.resolve();
    this.#held = undefined;
  }

  over(store: TaskStore): TaskStore {
    return new Proxy(store, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          const isWrite = name === "write";
          if (isWrite && this.#held) return this.#held.promise.then(() => member.apply(target, args));
          if (!this.#isDown || IN_MEMORY.has(name)) return member.apply(target, args);
          if (isWrite) throw new StorageFailure(new Error("the disk is gone"));
          throw storageUnavailable(new Error("the disk is gone"));
        };
      },
    });
  }
}

function memory(events: StoreEvents): TaskStore {
  const limits = {
    maxTasks: 1_000,
    maxContexts: 1_000,
    maxBytes: 1e9,
    taskTtlMs: 3_600_000,
    cleanupIntervalMs: 300_000,
  };
  return new MemoryStore(events, { ...limits, elapsed: () => performance.now(), now: Date.now }, systemScheduler);
}

function sqlite(folder: string, events: StoreEvents): TaskStore {
  const path = join(folder, "tasks.db");
  const retention = { eventTtlMs: 1e9, taskTtlMs: 1e9, messageTtlMs: 1e9 };
  const times = { leaseMs: 15_000, busyTimeoutMs: 2_000, cleanupIntervalMs: 300_000 };
  const capacity = { maxBytes: 1e9, maxTasks: 1e9, maxContexts: 1e9 };
  const clocks = { now: Date.now, elapsed: systemScheduler.elapsed };
  const options = { path, ...times, retention, capacity, ...clocks };
  return new SqliteStore(openDatabase(path, "NORMAL"), events, options, systemScheduler);
}

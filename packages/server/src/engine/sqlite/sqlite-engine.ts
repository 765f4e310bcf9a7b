import type { Logger } from "@a2a/types";
import { systemScheduler } from "../../util/scheduler.ts";
import type { EngineOptions } from "../port/engine-options.ts";
import { IDLE_CLEANUP_INTERVAL_MS } from "../port/limits.ts";
import type { TaskEngine } from "../port/task-engine.ts";
import type { StoreEvents } from "../store/task-store.ts";
import { createStoreEngine } from "../store-engine.ts";
import { openDatabase, unusable } from "./file/sqlite-schema.ts";
import { isSqliteError } from "./file/transaction.ts";
import { droppedTransactions } from "./file/write-ahead-log.ts";
import { SqliteStore } from "./sqlite-store.ts";

const DAY_MS = 86_400_000;
const MAX_BYTES = 2 ** 31;
const MAX_TASK_SIZE = 64 * 1_024 * 1_024;

/** Options of an engine in a SQLite file. */
export interface SqliteEngineOptions extends EngineOptions {
  /** The path of the file. It is created with its folder if missing. */
  path: string;
  /**
   * When an event counts as durable: `NORMAL` (default) if it survives a crash of the process, `FULL` if it survives a power
   * failure.
   */
  synchronous?: "NORMAL" | "FULL";
  /**
   * The maximum size of the file in bytes, without its write-ahead log. Default 2 GiB. Above 85 % of it, the tasks that finished
   * first are evicted; if there are none, messages and events are rejected with `CAPACITY_EXCEEDED`.
   */
  maxBytes?: number;
  /** The maximum number of tasks. Default: as many as fit. At the limit finished tasks are evicted, by fair shares of owners. */
  maxTasks?: number;
  /** The maximum number of contexts. Default: as many as fit. */
  maxContexts?: number;
  /** How long the events of a task are kept after its end, for readers that resume. Default 24 hours. */
  eventTtlMs?: number;
  /** How long a task is kept after its last turn. Default 7 days. */
  taskTtlMs?: number;
  /** How long a repeated message is recognized. Default 24 hours. */
  messageTtlMs?: number;
  /** The interval between retention sweeps. Default five minutes. */
  cleanupIntervalMs?: number;
  /** How long the lease of the owning process lasts without renewal; after that another host may take over the file. Default 15,000. */
  leaseMs?: number;
  /** How long a write waits while another program has locked the file. Default 2,000. */
  busyTimeoutMs?: number;
  /**
   * Receives an error if the write-ahead log is damaged and changes are lost, by default a process warning; and learns when the file
   * has to be opened again.
   */
  logger?: Logger;
}

/**
 * Opens an engine that keeps tasks in one SQLite file, for one process at a time. `claim` finds the turns that the previous process
 * left unfinished. Throws a `LocalError` `CONFIG` for a file that is corrupt, foreign, of another schema version, or
 * in use by a running process.
 *
 * When the file is deleted or replaced, or another process takes it over, the engine opens it again, as after a restart: a deleted
 * one starts empty. Until then, calls are rejected with `UNAVAILABLE`.
 */
export function createSqliteEngine(options: SqliteEngineOptions): TaskEngine {
  return createStoreEngine((events) => openStore(options, events), { maxTaskSize: MAX_TASK_SIZE, ...options });
}

function openStore(options: SqliteEngineOptions, events: StoreEvents): SqliteStore {
  const { path, now = Date.now, elapsed } = options;
  // Check before opening the file, because SQLite overwrites a log that it does not accept.
  const dropped = droppedTransactions(path);
  const database = openDatabase(path, options.synchronous ?? "NORMAL");
  try {
    const store = new SqliteStore(
      database,
      events,
      {
        path,
        leaseMs: options.leaseMs ?? 15_000,
        busyTimeoutMs: options.busyTimeoutMs ?? 2_000,
        cleanupIntervalMs: options.cleanupIntervalMs ?? IDLE_CLEANUP_INTERVAL_MS,
        retention: {
          eventTtlMs: options.eventTtlMs ?? DAY_MS,
          taskTtlMs: options.taskTtlMs ?? 7 * DAY_MS,
          messageTtlMs: options.messageTtlMs ?? DAY_MS,
        },
        capacity: {
          maxBytes: options.maxBytes ?? MAX_BYTES,
          maxTasks: options.maxTasks ?? Number.POSITIVE_INFINITY,
          maxContexts: options.maxContexts ?? Number.POSITIVE_INFINITY,
        },
        now,
        elapsed: elapsed ?? systemScheduler.elapsed,
      },
      systemScheduler,
    );
    // Only the owner can tell, because another process may have been writing in the meantime.
    if (dropped > 0) reportDropped(dropped, options);
    return store;
  } catch (error) {
    database.close();
    throw isSqliteError(error) ? unusable(path, error) : error;
  }
}

function reportDropped(count: number, { path, logger }: SqliteEngineOptions): void {
  const lost = count === 1 ? "the last transaction is lost" : `the last ${count} transactions are lost`;
  const sentence = `the write-ahead log of the task database ${path} is damaged, and ${lost}: restore a backup if you need them`;
  if (logger) logger.error({}, sentence);
  else process.emitWarning(sentence);
}

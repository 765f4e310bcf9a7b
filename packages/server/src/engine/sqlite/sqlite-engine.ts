import type { EngineOptions } from "../engine-core.ts";
import { IDLE_CLEANUP_INTERVAL_MS } from "../port/limits.ts";
import type { TaskEngine } from "../port/task-engine.ts";
import { createStoreEngine } from "../store-engine.ts";
import { openDatabase } from "./sqlite-schema.ts";
import { SqliteStore } from "./sqlite-store.ts";

const DAY_MS = 86_400_000;
const MAX_BYTES = 2 ** 31;
const MAX_TASK_SIZE = 64 * 1_024 * 1_024;

/** Options of an engine in a SQLite file. */
export interface SqliteEngineOptions extends EngineOptions {
  /** The file; it is created where there is none, with its folder. */
  path: string;
  /**
   * When an event counts as durable: `NORMAL` (default) when it survives the end of the process, `FULL` when it survives a power
   * failure.
   */
  synchronous?: "NORMAL" | "FULL";
  /**
   * How large the file may grow, in bytes, without its write-ahead log. Default 2 GiB. At the limit the finished tasks that ended
   * first are evicted; if there are none, messages and events are refused with `CAPACITY_EXCEEDED`.
   */
  maxBytes?: number;
  /** How many tasks are kept. Default: as many as fit. At the limit finished tasks are evicted, within fair shares of owners. */
  maxTasks?: number;
  /** How many conversations are kept. Default: as many as fit. */
  maxContexts?: number;
  /** How long the events of a task are kept after its end, for readers that resume. Default 24 hours. */
  eventTtlMs?: number;
  /** How long a task is kept after its last turn. Default 7 days. */
  taskTtlMs?: number;
  /** How long a repeated message is recognised. Default 24 hours. */
  messageTtlMs?: number;
  /** How often to look for what has been kept long enough. Default five minutes. */
  cleanupIntervalMs?: number;
  /** After which time without a sign of life the file may be taken over from another host. Default 15,000. */
  leaseMs?: number;
  /** How long a write waits while another program has locked the file. Default 2,000. */
  busyTimeoutMs?: number;
}

/**
 * Opens an engine that keeps tasks in one SQLite file, for one process at a time. Turns that were cut off when the process before
 * ended are found by `claim`. Throws a `LocalError` `CONFIG` for a file that is damaged, foreign, of another schema version, or
 * in use by a process that is alive.
 */
export function createSqliteEngine(options: SqliteEngineOptions): TaskEngine {
  const { path, now = Date.now, elapsed = () => performance.now() } = options;
  const database = openDatabase(path, options.synchronous ?? "NORMAL");
  const [startedAt, startedElapsed] = [now(), elapsed()];
  try {
    return createStoreEngine(
      (events) =>
        new SqliteStore(database, events, {
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
          // Ages must outlive the process, so they are wall time; but a clock that is set meanwhile does not change them.
          now: () => startedAt + elapsed() - startedElapsed,
          clock: now,
        }),
      { maxTaskSize: MAX_TASK_SIZE, ...options },
    );
  } catch (error) {
    database.close();
    throw error;
  }
}

import type { EngineOptions, TaskEngine } from "@a2a/server/engine-kit";
import { createSharedEngine, RelationalStore } from "@a2a/server/relational-kit";
import { checkVersion, migrateSchema, schemaVersion } from "../database/migrate.ts";
import { type DatabaseOptions, openDatabase } from "../database/open-database.ts";
import { quoted } from "../database/schema.ts";
import { PostgresDatabase } from "../store/postgres-database.ts";
import type { StoreTimes } from "../store/store-place.ts";

const DAY_MS = 86_400_000;
const MAX_TASK_SIZE = 64 * 1_024 * 1_024;
const MAX_TOTAL_SIZE = 2 ** 33;

/** Options of an engine in PostgreSQL. */
export interface PostgresEngineOptions extends EngineOptions, DatabaseOptions, Partial<StoreTimes> {
  /**
   * How engines learn of each other's changes. `listen` (default): by notifications, within milliseconds. `poll`: by polling alone,
   * without any state of a session, for a pooler such as pgbouncer in transaction mode.
   */
  hints?: "listen" | "poll";
  /**
   * The maximum size of all tasks together, in characters of their content. Default 8,192 Mi. Near the limit the finished tasks of
   * owners above their fair share are evicted, oldest first; if there are none, messages and events are rejected with
   * `CAPACITY_EXCEEDED`. Give all engines of a schema the same limit.
   */
  maxTotalSize?: number;
}

/**
 * Opens an engine that keeps tasks in PostgreSQL and shares them with any number of others, in any process. A schema that does not exist
 * is created. Throws a `LocalError` `CONFIG` when the database cannot be reached, the role has no rights, or the schema is of
 * another version.
 */
export async function createPostgresEngine(options: PostgresEngineOptions): Promise<TaskEngine> {
  const { hints = "listen" } = options;
  const { pool, place, use, end } = openDatabase(options);
  try {
    await use(async (client) => {
      const found = await schemaVersion(client, place);
      if (found.version === 0) await migrateSchema(client, place);
      else checkVersion(found, place);
    });
  } catch (error) {
    await end();
    throw error;
  }
  const times = {
    leaseMs: 15_000,
    pollMs: hints === "listen" ? 250 : 50,
    eventTtlMs: DAY_MS,
    taskTtlMs: 7 * DAY_MS,
    messageTtlMs: DAY_MS,
    cleanupIntervalMs: 300_000,
    ...options,
  };
  const channel = hints === "listen" ? `a2a_${place.schema}` : undefined;
  const { timeoutMs = 5_000 } = options;
  const where = { pool, end, timeoutMs, schema: quoted(place.schema), channel };
  const database = new PostgresDatabase(where, times, options.maxTotalSize ?? MAX_TOTAL_SIZE);
  return createSharedEngine((events) => new RelationalStore(database, events), {
    maxTaskSize: MAX_TASK_SIZE,
    ...options,
  });
}

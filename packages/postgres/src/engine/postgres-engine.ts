import { createStoreEngine, type EngineOptions, RelationalStore, type TaskEngine } from "@a2a/server/engine-kit";
import type { PostgresPool } from "../database/connections.ts";
import { checkVersion, migrateSchema, schemaVersion } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { quoted } from "../database/schema.ts";
import { PostgresDatabase } from "../store/postgres-database.ts";

const DAY_MS = 86_400_000;
const MAX_TASK_SIZE = 64 * 1_024 * 1_024;

/** Options of an engine in PostgreSQL. */
export interface PostgresEngineOptions extends EngineOptions {
  /** The database, `postgres://user:password@host:5432/name`. `?schema=other` names the schema. */
  connectionString?: string;
  /** A pool of `pg` instead, which stays open when the engine is closed. The engine keeps two of its connections for itself. */
  pool?: PostgresPool;
  /** The schema that holds the tables, one per agent. Default `a2a`. */
  schema?: string;
  /**
   * How engines learn of each other's changes. `listen` (default): by notifications, within milliseconds. `poll`: by polling alone,
   * without any state of a session, for a pooler such as pgbouncer in transaction mode.
   */
  hints?: "listen" | "poll";
  /** The interval at which changes are polled for. Default 250, with `poll` 50. */
  pollMs?: number;
  /** How long a turn stays with an engine that does not report. Default 15,000. */
  leaseMs?: number;
  /** How long a statement or a connection attempt may take. Default 5,000. */
  timeoutMs?: number;
  /** The most connections. Default 6: one that writes, one for hints, and four that read. */
  maxConnections?: number;
  /** How long the events of a task are kept after its end, for readers that resume. Default 24 hours. */
  eventTtlMs?: number;
  /** How long a task is kept after its last turn. Default 7 days. */
  taskTtlMs?: number;
  /** How long a repeated message is recognized. Default 24 hours. */
  messageTtlMs?: number;
  /** The interval between retention sweeps. Default five minutes. */
  cleanupIntervalMs?: number;
}

/**
 * Opens an engine that keeps tasks in PostgreSQL and shares them with any number of others, in any process. A schema that does not exist
 * is created. Throws a `LocalError` `CONFIG` when the database cannot be reached, the role has no rights, or the schema is of
 * another version.
 */
export async function createPostgresEngine(options: PostgresEngineOptions): Promise<TaskEngine> {
  const { hints = "listen", timeoutMs = 5_000 } = options;
  const { pool, place, use, end } = openDatabase(options, timeoutMs);
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
  const database = new PostgresDatabase({
    pool,
    end,
    schema: quoted(place.schema),
    channel: hints === "listen" ? `a2a_${place.schema.replaceAll("-", "_")}` : undefined,
    pollMs: hints === "listen" ? 250 : 50,
    leaseMs: 15_000,
    eventTtlMs: DAY_MS,
    taskTtlMs: 7 * DAY_MS,
    messageTtlMs: DAY_MS,
    cleanupIntervalMs: 300_000,
    ...options,
    timeoutMs,
  });
  return createStoreEngine((events) => new RelationalStore(database, events), {
    maxTaskSize: MAX_TASK_SIZE,
    ...options,
  });
}

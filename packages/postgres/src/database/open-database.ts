import { LocalError } from "@a2a/types";
import pg from "pg";
import type { PostgresPool } from "./connections.ts";
import { explained, type SchemaPlace } from "./migrate.ts";

/** Which database, and which schema in it. */
export interface DatabaseOptions {
  /** The database, `postgres://user:password@host:5432/name`. `?schema=other` names the schema. */
  connectionString?: string;
  /** A pool of `pg` instead, which stays open when the engine is closed. The engine keeps two of its connections for itself. */
  pool?: PostgresPool;
  /** The schema that holds the tables, one per agent. Default `a2a`. */
  schema?: string;
  /** The most connections. Default 6: one that writes, one for hints, and four that read. */
  maxConnections?: number;
  /** How long a statement or a connection attempt may take. Default 5,000. */
  timeoutMs?: number;
}

/** A database that is open. */
export interface OpenDatabase {
  readonly pool: PostgresPool;
  readonly place: SchemaPlace;
  /** Runs work on a connection, and explains its errors. */
  use<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  /** Closes the pool, unless it was given. */
  end(): Promise<void>;
}

/** Opens a pool for a connection string, or uses the given one. Nothing connects yet. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { connectionString, maxConnections: max = 6, timeoutMs = 5_000 } = options;
  const url = connectionString === undefined ? undefined : parsedUrl(connectionString);
  if (!url && !options.pool) throw new TypeError("expected a connectionString or a pool");
  const schema = options.schema ?? url?.searchParams.get("schema") ?? "a2a";
  if (!/^[a-z_]\w{0,39}$/.test(schema))
    throw new TypeError(`schema ${JSON.stringify(schema)}: expected a name such as "a2a"`);
  url?.searchParams.delete("schema");
  const user = url?.username ? `${url.username}@` : "";
  const place = { schema, database: url ? `${url.protocol}//${user}${url.host}${url.pathname}` : "the database" };
  const limits = { max, connectionTimeoutMillis: timeoutMs, keepAlive: true, application_name: "a2a" };
  const pool = options.pool ?? ownPool({ connectionString: url?.href, ...limits });
  return {
    pool,
    place,
    async use(work) {
      let client: pg.PoolClient | undefined;
      try {
        client = await pool.connect();
        return await work(client);
      } catch (error) {
        throw explained(error, place);
      } finally {
        client?.release();
      }
    },
    end: async () => (options.pool ? undefined : pool.end()),
  };
}

function parsedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return url;
  // Without the text, which may contain a password.
  throw new LocalError("CONFIG", "expected a database such as postgres://user:password@host:5432/name");
}

function ownPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // Without listeners, a connection that breaks would end the process.
  pool.on("error", () => undefined).on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

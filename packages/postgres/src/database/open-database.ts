import { LocalError } from "@a2a/types";
import pg from "pg";
import type { PostgresPool } from "./connections.ts";
import { explained, type SchemaPlace } from "./migrate.ts";

/** A database and a schema in it. */
export interface DatabaseOptions {
  readonly connectionString?: string;
  readonly pool?: PostgresPool;
  readonly schema?: string;
  readonly maxConnections?: number;
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

/** Opens a pool for a connection string, or uses the given one. */
export function openDatabase(options: DatabaseOptions, timeoutMs: number): OpenDatabase {
  const { connectionString, maxConnections: max = 6 } = options;
  const url = connectionString === undefined ? undefined : parseUrl(connectionString);
  if (!url && !options.pool) throw new TypeError("expected a connectionString or a pool");
  const schema = options.schema ?? url?.searchParams.get("schema") ?? "a2a";
  if (!/^[a-z_][\w-]{0,39}$/i.test(schema))
    throw new TypeError(`schema ${JSON.stringify(schema)}: expected a name such as "a2a"`);
  url?.searchParams.delete("schema");
  const database = url
    ? `${url.protocol}//${url.username === "" ? "" : `${url.username}@`}${url.host}${url.pathname}`
    : "the pool's database";
  const limits = { max, connectionTimeoutMillis: timeoutMs, keepAlive: true, application_name: "a2a" };
  const pool = options.pool ?? ownPool({ connectionString: url?.href, ...limits });
  const place = { schema, database };
  return {
    pool,
    place,
    async use(work) {
      const client = await pool.connect().catch((error) => Promise.reject(explained(error, place)));
      try {
        return await work(client);
      } finally {
        client.release();
      }
    },
    end: async () => (options.pool ? undefined : pool.end()),
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return url;
  // Without the text, which may contain a password.
  throw new LocalError("CONFIG", "expected a database such as postgres://user:password@host:5432/name");
}

function ownPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // Without listeners, a connection that breaks would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

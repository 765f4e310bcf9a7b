import type { TaskEngine } from "@a2a/server/engine-kit";
import { migrateSchema, migrationScript, type SchemaPlace, schemaVersion } from "../database/migrate.ts";
import { type DatabaseOptions, openDatabase } from "../database/open-database.ts";
import { quoted, SCHEMA_VERSION } from "../database/schema.ts";
import { createPostgresEngine } from "./postgres-engine.ts";

/**
 * Opens the engine of a store such as `postgres://user:password@host:5432/name`, for `serve({ store })`. `?schema=`, `?hints=poll`
 * and `?leaseMs=` set these options; all others go to the driver.
 */
export async function openStore(store: string): Promise<TaskEngine> {
  const url = URL.canParse(store) ? new URL(store) : undefined;
  const [hints, leaseMs] = ["hints", "leaseMs"].map((name) => url?.searchParams.get(name) ?? undefined);
  for (const name of ["hints", "leaseMs"]) url?.searchParams.delete(name);
  if (hints !== undefined && hints !== "listen" && hints !== "poll")
    throw new TypeError("hints: expected listen or poll");
  if (leaseMs !== undefined && !(Number(leaseMs) >= 100)) throw new TypeError("leaseMs: expected at least 100");
  return createPostgresEngine({
    connectionString: url?.href ?? store,
    ...(hints && { hints }),
    ...(leaseMs && { leaseMs: Number(leaseMs) }),
  });
}

/** The outcome of a migration. */
export interface Migrated extends SchemaPlace {
  readonly from: number;
  readonly to: number;
}

/** Creates a schema, or upgrades it to the version of this program. Engines can keep using it during the upgrade. */
export async function migrateStore(options: DatabaseOptions): Promise<Migrated> {
  const { place, use, end } = openDatabase(options);
  try {
    const from = await use((client) => migrateSchema(client, place));
    return { ...place, from, to: Math.max(from, SCHEMA_VERSION) };
  } finally {
    await end();
  }
}

/** The statements that `migrateStore` would run on a database without the schema, as one transaction. */
export function printMigration(options: DatabaseOptions): string {
  return `begin;\n${migrationScript(openDatabase(options).place.schema)}commit;\n`;
}

/** The state of a store. */
export interface StoreStatus extends SchemaPlace {
  readonly version: number;
  /** The version this program needs. */
  readonly needed: number;
  /** How many tasks there are, how many of them run, wait for an engine, or ran on one that does not report any more. */
  readonly tasks: number;
  readonly running: number;
  readonly queued: number;
  readonly expired: number;
  /** How many tasks have events for webhooks. */
  readonly undelivered: number;
  readonly bytes: number;
  /** The engines that are open: host, process and time of the last write. */
  readonly engines: readonly { readonly process: string; readonly seenAt: string }[];
}

/** Looks at a store. */
export async function storeStatus(options: DatabaseOptions): Promise<StoreStatus> {
  const { place, use, end } = openDatabase(options);
  const s = quoted(place.schema);
  const now = "(extract(epoch from clock_timestamp()) * 1000)";
  const statement = (
    version: number,
  ) => `select count(*)::int as tasks, count(*) filter (where run = 'running')::int as running,
      count(*) filter (where run = 'queued')::int as queued, (select count(distinct task) from ${s}.${version < 2 ? "undelivered" : "push where due_at is not null"})::int as undelivered,
      count(*) filter (where run = 'running' and lease_until < ${now})::int as expired,
      (select sum(pg_total_relation_size(c.oid))::float8 from pg_class c where relnamespace = $1::regnamespace and relkind = 'r') as bytes,
      (select coalesce(json_agg(json_build_object('process', host, 'seenAt', seen_at) order by host), '[]') from ${s}.${version < 2 ? "writer" : "replica"}) as engines
    from ${s}.task`;
  const nothing = { tasks: 0, running: 0, queued: 0, expired: 0, undelivered: 0, bytes: 0, engines: [] };
  try {
    return await use(async (client) => {
      const { version } = await schemaVersion(client, place);
      const [found] = version === 0 ? [nothing] : (await client.query<typeof nothing>(statement(version), [s])).rows;
      return { ...place, version, needed: SCHEMA_VERSION, ...(found ?? nothing) };
    });
  } finally {
    await end();
  }
}

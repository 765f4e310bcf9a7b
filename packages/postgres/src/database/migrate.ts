import { LocalError } from "@a2a/types";
import type pg from "pg";
import { sqlState } from "./connections.ts";
import { MIGRATIONS, type Migration, quoted } from "./schema.ts";

/** Where a schema is. */
export interface SchemaPlace {
  readonly schema: string;
  /** The database, as in `postgres://user@host:5432/name`, without secrets. */
  readonly database: string;
}

/** The version of a schema, 0 when it does not exist, and the oldest program that can use it, by its schema version. */
export interface SchemaVersion {
  readonly version: number;
  readonly oldest: number;
}

/** The version of a schema. */
export async function schemaVersion(client: pg.ClientBase, { schema }: SchemaPlace): Promise<SchemaVersion> {
  // Visible to every role, unlike the table itself.
  const found = await client.query("select from pg_tables where schemaname = $1 and tablename = 'meta'", [schema]);
  const select = `select version, oldest from ${quoted(schema)}.meta`;
  const [row] = found.rowCount === 0 ? [] : (await client.query<SchemaVersion>(select)).rows;
  return row ?? { version: 0, oldest: 0 };
}

/** The statements that lead from a version to the current one. Engines that start together run them one after the other. */
export function migrationScript(schema: string, from = 0, migrations: readonly Migration[] = MIGRATIONS): string {
  const s = quoted(schema);
  const steps = migrations.slice(from).map(({ sql, oldest }, index) => {
    return `${sql(s).trim()}\nupdate ${s}.meta set version = ${from + index + 1}, oldest = ${oldest};\n`;
  });
  const meta = `create schema if not exists ${s};
create table ${s}.meta (version int not null, oldest int not null);
insert into ${s}.meta values (0, 0);\n`;
  return `${lockOf(schema)};\n${from === 0 ? meta : ""}${steps.join("")}`;
}

/** Brings a schema to the current version; returns the version it had. */
export async function migrateSchema(
  client: pg.ClientBase,
  place: SchemaPlace,
  migrations = MIGRATIONS,
): Promise<number> {
  try {
    await client.query(`begin; ${lockOf(place.schema)}`);
    const { version } = await schemaVersion(client, place);
    if (version < migrations.length) await client.query(migrationScript(place.schema, version, migrations));
    await client.query("commit");
    return version;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Refuses a schema that this program cannot use. */
export function checkVersion({ version, oldest }: SchemaVersion, { schema, database }: SchemaPlace): void {
  const needed = MIGRATIONS.length;
  const found = `schema "${schema}" of ${database} has version ${version}`;
  if (version < needed) throw configError(`${found}, and this program needs ${needed}: run "a2a store migrate"`);
  if (oldest > needed) throw configError(`${found}, and this program knows ${needed}: install a newer @a2a/postgres`);
}

/** An error that says what to do. */
export function explained(error: unknown, { schema, database }: SchemaPlace): Error {
  if (error instanceof LocalError) return error;
  const lacks = `the role has no rights on schema "${schema}" of ${database}`;
  if (sqlState(error) === "42501")
    return configError(`${lacks}: have the owner run "a2a store migrate" and grant them`, error);
  const reason =
    error instanceof Error && error.message !== "" ? error.message : String((error as { code?: string }).code);
  return configError(`cannot use ${database}: ${reason}`, error);
}

function lockOf(schema: string): string {
  return `select pg_advisory_xact_lock(hashtext('migration of ${schema}'))`;
}

function configError(text: string, cause?: unknown): LocalError {
  return new LocalError("CONFIG", text, { cause });
}

import { LocalError } from "@a2a/types";
import type pg from "pg";
import { sqlState } from "./connections.ts";
import { MIGRATIONS, type Migration, quoted } from "./schema.ts";

/** The version of a schema; 0 when it does not exist. */
export interface SchemaVersion {
  readonly version: number;
  /** The oldest program that can use it, by its schema version. */
  readonly oldest: number;
}

/** Where a schema is, without secrets. */
export interface SchemaPlace {
  readonly schema: string;
  /** The database, as in `postgres://user@host:5432/name`. */
  readonly database: string;
}

/** The version of a schema. */
export async function schemaVersion(client: pg.ClientBase, { schema, database }: SchemaPlace): Promise<SchemaVersion> {
  const meta = `${quoted(schema)}.meta`;
  try {
    // Visible to every role, unlike the table itself.
    const found = await client.query("select from pg_tables where schemaname = $1 and tablename = 'meta'", [schema]);
    if (found.rowCount === 0) return { version: 0, oldest: 0 };
    return (
      (await client.query<SchemaVersion>(`select version, oldest from ${meta}`)).rows[0] ?? { version: 0, oldest: 0 }
    );
  } catch (error) {
    throw explained(error, { schema, database });
  }
}

/** The statements that lead from a version to the current one, to be run by hand. */
export function migrationScript(schema: string, from = 0, migrations: readonly Migration[] = MIGRATIONS): string {
  const s = quoted(schema);
  const lock = `select pg_advisory_xact_lock(hashtext('migration of ${schema.replaceAll("'", "")}'));`;
  const create = `create schema if not exists ${s};\ncreate table ${s}.meta (version int not null, oldest int not null);\ninsert into ${s}.meta values (0, 0);`;
  const steps = migrations.slice(from).map(({ sql, oldest }, index) => {
    return `${sql(s).trim()}\nupdate ${s}.meta set version = ${from + index + 1}, oldest = ${oldest};`;
  });
  return ["begin;", lock, ...(from === 0 ? [create] : []), ...steps, "commit;"].join("\n");
}

/** Brings a schema to the current version, one engine at a time; returns the version it had. */
export async function migrateSchema(
  client: pg.ClientBase,
  place: SchemaPlace,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<number> {
  const [begin = "", lock = "", ...rest] = migrationScript(place.schema, 0, []).split("\n");
  try {
    await client.query(`${begin}${lock}`);
    const { version } = await schemaVersion(client, place);
    if (version < migrations.length)
      await client.query(migrationScript(place.schema, version, migrations).replace("begin;", ""));
    else await client.query("commit");
    return version;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw explained(error, place);
  }
}

/** Refuses a schema that this program cannot use. */
export function checkVersion(
  { version, oldest }: SchemaVersion,
  { schema, database }: SchemaPlace,
  needed = MIGRATIONS.length,
): void {
  const which = `schema "${schema}" of ${database} has version ${version}`;
  if (version < needed) throw configError(`${which}, and this program needs ${needed}: run "a2a store migrate"`);
  if (oldest > needed)
    throw configError(`${which}, and this program knows ${needed}: install a newer version of @a2a/postgres`);
}

/** An error that says what to do. */
export function explained(error: unknown, { schema, database }: SchemaPlace): Error {
  if (error instanceof LocalError) return error;
  if (sqlState(error) === "42501") {
    const rights = `the role has no rights on schema "${schema}" of ${database}`;
    return configError(`${rights}: have an owner of the database run "a2a store migrate", and grant them`, error);
  }
  const reason = error instanceof Error && error.message !== "" ? error.message : String(error);
  return configError(`cannot use ${database}: ${reason}`, error);
}

function configError(text: string, cause?: unknown): LocalError {
  return new LocalError("CONFIG", text, { cause });
}

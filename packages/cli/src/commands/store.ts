import type { StoreStatus } from "@a2a/postgres";
import { UsageError } from "../cli/failure.ts";
import { type Io, json, line } from "../cli/io.ts";
import { wrongSubcommand } from "../cli/suggest.ts";
import { storeFlag } from "../serve/server-flags.ts";
import { isSet, readArguments, wantsJson } from "../settings/arguments.ts";

export const usage = `a2a store migrate [--store postgres://…] [--print]   creates the tables of a store, or upgrades them
a2a store status [--store postgres://…]              shows the version and the state of a store

  For tasks in PostgreSQL. Servers can keep running while the database is upgraded. ?schema=NAME in the address names the schema;
  the default is a2a.

  --store URL   the database; default A2ACLI_STORE
  --print       prints the statements for a new schema instead of running any

Examples:
  a2a store migrate --store postgres://user:password@db.example/agents
  a2a store migrate --print > schema.sql
  a2a store status -o json`;

/** Creates, upgrades or shows a store. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb, ...rest] = args;
  if (verb !== "migrate" && verb !== "status") throw wrongSubcommand("store", verb, ["migrate", "status"]);
  const given = readArguments(rest, { store: { type: "string" }, print: { type: "boolean" } });
  const { migrateStore, printMigration, storeStatus } = await import("@a2a/postgres");
  const connectionString = storeFlag(given, io) ?? io.env.A2A_STORE;
  if (verb === "migrate" && isSet(given, "print")) {
    io.out(printMigration({ connectionString: connectionString ?? "postgres://localhost/any" }));
    return 0;
  }
  if (connectionString === undefined) {
    throw new UsageError(`a2a store ${verb} needs --store postgres://…, or A2ACLI_STORE in the environment`);
  }
  if (verb === "migrate") {
    const migrated = await migrateStore({ connectionString });
    const { schema, database, from, to } = migrated;
    const change = from === to ? `has version ${to} already` : `now has version ${to}, before ${from}`;
    io.out(wantsJson(given) ? `${json(migrated)}\n` : `schema ${schema} of ${line(database)} ${change}\n`);
  } else {
    const status = await storeStatus({ connectionString });
    io.out(wantsJson(given) ? `${json(status)}\n` : `${linesOf(status).join("\n")}\n`);
  }
  return 0;
}

function linesOf(status: StoreStatus): string[] {
  const { schema, database, version, needed, tasks, running, queued, expired, undelivered, bytes, engines } = status;
  return [
    `Database: ${line(database)}`,
    `Schema: ${schema}`,
    `Version: ${version}${version === needed ? "" : ` (this program needs ${needed}: a2a store migrate)`}`,
    `Tasks: ${tasks}, ${running} running, ${queued} queued, ${expired} with an expired lease`,
    `Undelivered: ${undelivered} tasks with events for webhooks`,
    `Size: ${(bytes / 1_048_576).toFixed(1)} MiB`,
    ...engines.map(({ process, seenAt }) => `Engine: ${line(process)}, last write ${seenAt}`),
  ];
}

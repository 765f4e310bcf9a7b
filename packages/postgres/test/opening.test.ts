import { randomBytes } from "node:crypto";
import { sharedDatabase } from "test-kit/postgres";
import { describe, expect, it } from "vitest";
import { migrateSchema, migrationScript, schemaVersion } from "../src/database/migrate.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { MIGRATIONS } from "../src/database/schema.ts";
import { migrateStore, printMigration, storeStatus } from "../src/engine/administer.ts";
import { createPostgresEngine } from "../src/engine/postgres-engine.ts";
import { query, temporarySchema } from "./harness.ts";

/** The URL of the test database with other members. */
function urlWith(change: (url: URL) => void): string {
  const url = new URL(sharedDatabase());
  change(url);
  return url.href;
}

const shown = () => {
  const { protocol, username, host, pathname } = new URL(sharedDatabase());
  return `${protocol}//${username}@${host}${pathname}`;
};

describe("opening a store in PostgreSQL", () => {
  it.each(["", "postgres", "mysql://user:secret@host/name", "postgres://user:secret@host"])(
    "rejects the address %j without repeating it",
    async (connectionString) => {
      await expect(createPostgresEngine({ connectionString })).rejects.toMatchObject({
        code: "CONFIG",
        message: "expected a database such as postgres://user:password@host:5432/name",
      });
    },
  );

  it("says what is wrong with a server, a password or a database", async () => {
    const nobody = urlWith((url) => {
      url.port = "1";
    });
    await expect(createPostgresEngine({ connectionString: nobody })).rejects.toMatchObject({
      code: "CONFIG",
      message: `cannot use ${shown().replace(/:\d+\//, ":1/")}: connect ECONNREFUSED 127.0.0.1:1`,
    });
    const stranger = urlWith((url) => {
      url.password = "wrong";
    });
    await expect(createPostgresEngine({ connectionString: stranger })).rejects.toMatchObject({
      code: "CONFIG",
      message: `cannot use ${shown()}: password authentication failed for user "postgres"`,
    });
    const elsewhere = urlWith((url) => {
      url.pathname = "/nowhere";
    });
    await expect(createPostgresEngine({ connectionString: elsewhere })).rejects.toMatchObject({
      code: "CONFIG",
      message: `cannot use ${shown().replace(/[^/]+$/, "nowhere")}: database "nowhere" does not exist`,
    });
  });

  it("says that a role has no rights, to create the schema or to use it", async () => {
    await using place = temporarySchema();
    const role = `role_${randomBytes(4).toString("hex")}`;
    await query(`create role ${role} login password 'p'`);
    const connectionString = urlWith((url) => {
      [url.username, url.password] = [role, "p"];
    });
    const refusal = {
      code: "CONFIG",
      message: `the role has no rights on schema "${place.schema}" of ${shown().replace("postgres@", `${role}@`)}: have the owner run "a2a store migrate" and grant them`,
    };
    await expect(createPostgresEngine({ connectionString, schema: place.schema })).rejects.toMatchObject(refusal);
    await migrateStore({ connectionString: place.url, schema: place.schema });
    await expect(createPostgresEngine({ connectionString, schema: place.schema })).rejects.toMatchObject(refusal);
    await query(`grant usage on schema ${place.schema} to ${role}`);
    await query(`grant all on all tables in schema ${place.schema} to ${role}`);
    await query(`grant all on all sequences in schema ${place.schema} to ${role}`);
    await (await createPostgresEngine({ connectionString, schema: place.schema })).close();
    await query(`drop owned by ${role}; drop role ${role}`);
  });

  it("refuses an older schema and names the command that upgrades it", async () => {
    await using place = temporarySchema();
    await query(migrationScript(place.schema, 0, []));
    await query(`update ${place.schema}.meta set version = ${MIGRATIONS.length - 1}`);
    // A schema of version 0 has no tables yet, and is completed.
    if (MIGRATIONS.length === 1) await query(`update ${place.schema}.meta set version = -1`);
    const [{ version } = { version: 0 }] = await query(`select version from ${place.schema}.meta`);
    await expect(createPostgresEngine({ connectionString: place.url, schema: place.schema })).rejects.toMatchObject({
      code: "CONFIG",
      message: `schema "${place.schema}" of ${shown()} has version ${version}, and this program needs ${MIGRATIONS.length}: run "a2a store migrate"`,
    });
  });

  it("refuses a newer schema unless that says that this program can use it", async () => {
    await using place = temporarySchema();
    const options = { connectionString: place.url, schema: place.schema };
    await migrateStore(options);
    const next = MIGRATIONS.length + 1;
    const upgrade = async (oldest: number) => {
      const { use, end, place: there } = openDatabase(options);
      const added = { oldest, sql: (s: string) => `alter table ${s}.task add column if not exists added int;` };
      await use((client) => migrateSchema(client, there, [...MIGRATIONS, added]));
      await end();
      await query(`update ${place.schema}.meta set oldest = ${oldest}`);
    };
    await upgrade(MIGRATIONS.length);
    await (await createPostgresEngine(options)).close();
    await upgrade(next);
    await expect(createPostgresEngine(options)).rejects.toMatchObject({
      code: "CONFIG",
      message: `schema "${place.schema}" of ${shown()} has version ${next}, and this program knows ${MIGRATIONS.length}: install a newer @a2a/postgres`,
    });
    expect(await migrateStore(options)).toMatchObject({ from: next, to: next });
  });

  it("is done by several engines at once, of which one creates the schema", async () => {
    await using place = temporarySchema();
    const options = { connectionString: place.url, schema: place.schema, maxConnections: 3 };
    const engines = await Promise.all(Array.from({ length: 5 }, () => createPostgresEngine(options)));
    await Promise.all(engines.map((engine) => engine.close()));
    expect(await query(`select version from ${place.schema}.meta`)).toEqual([{ version: MIGRATIONS.length }]);
  });

  it("takes the schema from the address, and refuses a name that is none", async () => {
    await using place = temporarySchema();
    const connectionString = urlWith((url) => url.searchParams.set("schema", place.schema));
    await (await createPostgresEngine({ connectionString })).close();
    expect(await storeStatus({ connectionString })).toMatchObject({ schema: place.schema, tasks: 0, engines: [] });
    await expect(createPostgresEngine({ connectionString, schema: 'a"b' })).rejects.toThrow(
      'schema "a\\"b": expected a name such as "a2a"',
    );
    await expect(createPostgresEngine({})).rejects.toThrow("expected a connectionString or a pool");
  });

  it("can be prepared by hand with the printed statements", async () => {
    await using place = temporarySchema();
    const options = { connectionString: place.url, schema: place.schema };
    expect(await storeStatus(options)).toMatchObject({ version: 0, needed: MIGRATIONS.length });
    await query(printMigration(options));
    expect(await migrateStore(options)).toMatchObject({ from: MIGRATIONS.length, to: MIGRATIONS.length });
    const engine = await createPostgresEngine(options);
    expect(await engine.list({ tenant: "", owner: "a" }, { pageSize: 1 })).toMatchObject({ totalSize: 0 });
    await engine.close();
  });

  it("keeps the data of the version before in every migration", async () => {
    for (const [from] of MIGRATIONS.entries()) {
      await using place = temporarySchema();
      const { use, end, place: there } = openDatabase({ connectionString: place.url, schema: place.schema });
      await use((client) => migrateSchema(client, there, MIGRATIONS.slice(0, from)));
      if (from > 0) {
        await query(`insert into ${place.schema}.exchange (key, tenant, owner, context_id, message, answer, at)
          values (1, '', 'alice', 'c', '{}', '{}', 0)`);
      }
      await use((client) => migrateSchema(client, there));
      expect(await use((client) => schemaVersion(client, there))).toMatchObject({ version: MIGRATIONS.length });
      expect(await query(`select key from ${place.schema}.exchange`)).toHaveLength(from > 0 ? 1 : 0);
      await end();
    }
  });
});

import { randomBytes } from "node:crypto";
import type { EngineHarness, EnginePair, OpenedEngine } from "@a2a/server/engine-kit";
import pg from "pg";
import { sharedDatabase } from "test-kit/postgres";
import { startFaultProxy } from "test-kit/postgres-server";
import { afterAll } from "vitest";
import { createPostgresEngine, type PostgresEngineOptions } from "../src/engine/postgres-engine.ts";

/** A schema of its own, deleted when it goes out of scope. */
export function temporarySchema(): { readonly schema: string; readonly url: string } & AsyncDisposable {
  const schema = `test_${randomBytes(6).toString("hex")}`;
  const url = sharedDatabase();
  return {
    schema,
    url,
    async [Symbol.asyncDispose]() {
      await query(`drop schema if exists ${schema} cascade`);
    },
  };
}

/** Schemas that tests have left, empty. Creating their tables takes longer than most tests do. */
const unused: string[] = [];

/** A schema without tasks. The next test to ask gets the same one, emptied. */
function emptySchema(): ReturnType<typeof temporarySchema> {
  const schema = unused.pop() ?? temporarySchema().schema;
  return {
    schema,
    url: sharedDatabase(),
    async [Symbol.asyncDispose]() {
      const tables = await query("select tablename from pg_tables where schemaname = $1 and tablename <> 'meta'", [
        schema,
      ]);
      await query(tables.map(({ tablename }) => `delete from ${schema}.${tablename};`).join(" "));
      unused.push(schema);
    },
  };
}

/** Runs a statement as a superuser. */
export async function query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: sharedDatabase() });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The contract's view of engines in PostgreSQL. */
export function harness(hints: "listen" | "poll"): EngineHarness {
  afterAll(() =>
    query(
      unused
        .splice(0)
        .map((schema) => `drop schema ${schema} cascade;`)
        .join(" "),
    ),
  );
  const engineOptions = { hints, leaseMs: 60_000, pollMs: 20, maxConnections: 4 };
  return {
    name: `the PostgreSQL engine (${hints})`,
    async open(options) {
      const place = emptySchema();
      return opened(place, { ...engineOptions, ...options });
    },
    async openPair({ leaseMs }) {
      const place = emptySchema();
      const proxy = await startFaultProxy(place.url);
      const pairOptions = { ...engineOptions, leaseMs, schema: place.schema };
      const [first, second] = await Promise.all([
        createPostgresEngine({ ...pairOptions, connectionString: proxy.url }),
        createPostgresEngine({ ...pairOptions, connectionString: place.url }),
      ]);
      return {
        first,
        second,
        pause: () => proxy.pause(),
        resume: () => proxy.resume(),
        async close() {
          proxy.resume();
          await Promise.all([first.close({ drainMs: 0 }), second.close({ drainMs: 0 })]);
          await proxy.close();
          await place[Symbol.asyncDispose]();
        },
      } satisfies EnginePair;
    },
    async openFailing(options) {
      const place = emptySchema();
      const proxy = await startFaultProxy(place.url);
      const url = proxy.url;
      const engine = await createPostgresEngine({
        ...engineOptions,
        ...options,
        connectionString: url,
        schema: place.schema,
      });
      return {
        engine,
        hold: () => proxy.pause(),
        fail: () => proxy.refuse(),
        repair: () => proxy.resume(),
        async close() {
          proxy.resume();
          await engine.close({ drainMs: 0 });
          await proxy.close();
          await place[Symbol.asyncDispose]();
        },
      };
    },
  };
}

async function opened(
  place: ReturnType<typeof temporarySchema>,
  options: PostgresEngineOptions,
): Promise<OpenedEngine> {
  // A proxy that is never told anything: cut off, its engine is as good as dead.
  const proxy = await startFaultProxy(place.url);
  const engine = await createPostgresEngine({ ...options, connectionString: proxy.url, schema: place.schema });
  const successors: OpenedEngine[] = [];
  return {
    engine,
    async close() {
      for (const successor of successors) await successor.close();
      await engine.close({ drainMs: 0 });
      await proxy.close();
      await place[Symbol.asyncDispose]();
    },
    async crash() {
      proxy.refuse();
      // Nobody renews the leases of a dead process.
      await query(`update ${place.schema}.task set lease_until = 0 where run = 'running'`);
      await query(`update ${place.schema}.message set reserved_until = 0 where holder is not null`);
      const successor = await opened({ ...place, [Symbol.asyncDispose]: async () => undefined }, options);
      successors.push(successor);
      return successor;
    },
  };
}

import type { Lease, TaskEngine } from "@a2a/server/engine-kit";
import { RelationalStore } from "@a2a/server/relational-kit";
import { createId, type LogEvent, type Part } from "@a2a/types";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../src/database/open-database.ts";
import { quoted } from "../src/database/schema.ts";
import { createPostgresEngine, type PostgresEngineOptions } from "../src/engine/postgres-engine.ts";
import { PostgresDatabase } from "../src/store/postgres-database.ts";
import { query, temporarySchema } from "./harness.ts";

const alice = { tenant: "", owner: "alice" };

async function open(options: PostgresEngineOptions = {}) {
  const place = temporarySchema();
  const engine = await createPostgresEngine({
    pollMs: 20,
    ...options,
    connectionString: place.url,
    schema: place.schema,
  });
  return {
    engine,
    ...place,
    async [Symbol.asyncDispose]() {
      await engine.close({ drainMs: 0 });
      await place[Symbol.asyncDispose]();
    },
  };
}

async function start(engine: TaskEngine, parts: Part[] = [{ text: "go" }], members: object = {}): Promise<Lease> {
  const message = { messageId: createId(), role: "ROLE_USER" as const, parts, ...members };
  const begun = await engine.begin({
    scope: alice,
    message,
    fingerprint: "1",
    version: "1.0",
    call: {},
    create: "now",
  });
  if (begun.kind !== "run") throw new Error(`expected a turn to run, got ${begun.kind}`);
  return begun.lease;
}

function chunk({ taskId, contextId }: Lease, part: Part): LogEvent {
  return { artifactUpdate: { taskId, contextId, artifact: { artifactId: "a", parts: [part] }, append: true } };
}

function completed({ taskId, contextId }: Lease): LogEvent {
  return { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } };
}

async function logOf(engine: TaskEngine, { taskId }: Lease): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const batch of engine.subscribe(alice, taskId)) events.push(...batch.map(({ event }) => event));
  return events;
}

describe("a store in PostgreSQL", () => {
  it("keeps large strings once, apart from the log, the turn and the snapshot", async () => {
    await using opened = await open();
    await using other = {
      engine: await createPostgresEngine({ connectionString: opened.url, schema: opened.schema }),
      [Symbol.asyncDispose]: () => other.engine.close({ drainMs: 0 }),
    };
    const { engine, schema } = opened;
    const raw = Buffer.alloc(150_000, 'a "\\').toString("base64");
    const text = `${'quoted "text" \\ '.repeat(8_000)}\u0000end`;
    const lease = await start(engine, [{ raw, mediaType: "x/y" }, { text }]);
    for (const part of [{ raw, mediaType: "x/y" }, { text }, { text: "small" }])
      await lease.append([chunk(lease, part)]);
    const sizes =
      await query(`select max(length(json)) as event, (select max(length(json)) from ${schema}.turn) as turn,
      (select count(*)::int from ${schema}.large_string) as strings from ${schema}.event`);
    expect(sizes).toEqual([{ event: expect.any(Number), turn: expect.any(Number), strings: 2 }]);
    expect(sizes[0]?.event).toBeLessThan(2_000);
    expect(sizes[0]?.turn).toBeLessThan(2_000);
    const [created, first, second] = await firstEvents(other.engine, lease, 3);
    expect(created).toMatchObject({ task: { history: [{ parts: [{ raw }, { text }] }] } });
    expect(first).toMatchObject({ artifactUpdate: { artifact: { parts: [{ raw }] } } });
    expect(second).toMatchObject({ artifactUpdate: { artifact: { parts: [{ text }] } } });
    const { task } = (await other.engine.get(alice, lease.taskId)) ?? {};
    expect(task?.artifacts?.[0]?.parts).toEqual([{ raw, mediaType: "x/y" }, { text }, { text: "small" }]);
    await lease.release({ requeue: true });
    const [again] = await other.engine.claim(1);
    expect(again?.message.parts).toEqual([{ raw, mediaType: "x/y" }, { text }]);
  });

  it("stores ids with any characters and of any length", async () => {
    await using opened = await open();
    const { engine } = opened;
    for (const id of ["nul \u0000 and \u001a", "\u001a1", "語".repeat(1_024), "'; drop table task; --"]) {
      const message = { messageId: id, contextId: id, role: "ROLE_USER" as const, parts: [{ text: id }] };
      const scope = { tenant: "", owner: `owner ${id.slice(0, 100)}` };
      const command = {
        scope,
        message,
        fingerprint: "1",
        version: "0.1" as const,
        call: { id },
        alias: id,
        create: "now" as const,
      };
      const begun = await engine.begin(command);
      expect(begun.kind).toBe("run");
      expect((await engine.begin(command)).kind).toBe("duplicate");
      const taskId = await engine.resolveAlias(scope, id);
      const found = await engine.list(scope, { pageSize: 5, contextId: id });
      expect(found.tasks.map((task) => ({ id: task.id, contextId: task.contextId, alias: task.alias }))).toEqual([
        { id: taskId, contextId: id, alias: id },
      ]);
      expect(await engine.contextHistory(scope, id, { limit: 5 })).toMatchObject([{ parts: [{ text: id }] }]);
    }
  });

  it("takes snapshots of long logs, and reads any point of them", async () => {
    await using opened = await open();
    const { engine, schema } = opened;
    const lease = await start(engine);
    for (let n = 0; n < 300; n++) await lease.append([chunk(lease, { text: `${n} ` })]);
    await lease.append([completed(lease)]);
    const snapshotSeq = async () => Number((await query(`select snapshot_seq from ${schema}.task`))[0]?.snapshot_seq);
    while ((await snapshotSeq()) < 256);
    await using other = {
      engine: await createPostgresEngine({ connectionString: opened.url, schema }),
      [Symbol.asyncDispose]: () => other.engine.close(),
    };
    for (const seq of [1, 2, 100, 255, 301]) {
      const at = await other.engine.taskAt(alice, lease.taskId, seq);
      expect(at).toMatchObject({ gap: false, stored: { seq, generation: seq } });
      expect(at?.stored.task.artifacts?.[0]?.parts.length ?? 0).toBe(seq - 1);
    }
    expect((await other.engine.get(alice, lease.taskId))?.json).toBe((await engine.get(alice, lease.taskId))?.json);
  });

  it("appends with HOT updates, which touch no index", async () => {
    await using opened = await open();
    const { engine, schema } = opened;
    const lease = await start(engine);
    for (let n = 0; n < 100; n++) await lease.append([chunk(lease, { text: `${n}` })]);
    // Sessions that end report their statistics at once.
    await engine.close({ drainMs: 0 });
    const statistics = async () =>
      (
        await query(
          "select n_tup_upd::int as updates, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'task' and schemaname = $1",
          [schema],
        )
      )[0];
    for (;;) {
      const found = await statistics();
      if (Number(found?.updates) < 100) continue;
      expect(Number(found?.hot) / Number(found?.updates)).toBeGreaterThan(0.9);
      break;
    }
  });

  it("deletes events, tasks and messages when their time has come, by one engine at a time", async () => {
    const place = temporarySchema();
    const { pool, use, end } = openDatabase({ connectionString: place.url, schema: place.schema });
    const engine = await createPostgresEngine({ connectionString: place.url, schema: place.schema, pollMs: 20 });
    const done = await start(engine, [{ text: "x".repeat(70_000) }]);
    await done.append([chunk(done, { text: "result" }), completed(done)]);
    const running = await start(engine);
    const removed: string[] = [];
    const sweep = async (eventTtlMs: number, taskTtlMs: number, messageTtlMs: number) => {
      const times = {
        leaseMs: 1_000,
        pollMs: 1_000,
        cleanupIntervalMs: 3_600_000,
        eventTtlMs,
        taskTtlMs,
        messageTtlMs,
      };
      const where = {
        pool,
        timeoutMs: 5_000,
        schema: quoted(place.schema),
        channel: undefined,
        end: async () => undefined,
      };
      const store = new RelationalStore(new PostgresDatabase(where, times), {
        changed: () => undefined,
        available: () => undefined,
        lost: () => undefined,
        stalled: () => undefined,
        outdated: () => undefined,
        isPinned: () => false,
        removed: (id) => removed.push(id),
      });
      await store.sweep();
      await store.close();
    };
    const counts = async () => {
      const tables = ["task", "event", "snapshot", "message", "large_string", "turn", "push", "note"];
      const found = await query(
        `select ${tables.map((name) => `(select count(*)::int from ${place.schema}.${name}) as ${name}`)}`,
      );
      return found[0];
    };
    await sweep(60_000, 60_000, 60_000);
    expect(await counts()).toMatchObject({ task: 2, event: 4, snapshot: 0, message: 2 });
    const lock = new pg.Client({ connectionString: place.url });
    await lock.connect();
    await lock.query(`select pg_advisory_lock(hashtext('retention of ${quoted(place.schema)}'))`);
    await sweep(-1, 60_000, -1);
    expect(await counts()).toMatchObject({ task: 2, event: 4, message: 2 });
    await lock.end();
    await sweep(-1, 60_000, -1);
    expect(await counts()).toMatchObject({ task: 2, event: 1, snapshot: 1, message: 0, large_string: 1 });
    const other = await createPostgresEngine({ connectionString: place.url, schema: place.schema });
    expect((await other.get(alice, done.taskId))?.task.artifacts?.[0]?.parts).toEqual([{ text: "result" }]);
    expect(await other.taskAt(alice, done.taskId, 1)).toMatchObject({ gap: true, stored: { seq: 3 } });
    await expect(logOf(other, done)).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
    await other.close();
    await sweep(-1, -1, -1);
    expect(removed).toEqual([done.taskId]);
    expect(await counts()).toMatchObject({ task: 1, event: 1, snapshot: 0, large_string: 0, turn: 1 });
    expect(await running.append([completed(running)])).toBe(2);
    await engine.close({ drainMs: 0 });
    await use(async () => undefined);
    await end();
    await place[Symbol.asyncDispose]();
  });

  it("sends large strings as bytes, outside of JSON, and few of them at once", async () => {
    await using place = temporarySchema();
    const pool = new pg.Pool({ connectionString: place.url });
    const sent: unknown[] = [];
    pool.on("connect", (client) => {
      const send = client.query.bind(client) as (...args: unknown[]) => unknown;
      // The first overload of many, called with a configuration or with a text and values.
      client.query = ((...args: unknown[]) => {
        const [{ values = [] }] = args as [{ values?: unknown[] }];
        for (const value of values) sent.push(Buffer.isBuffer(value) ? value.length : value);
        return send(...args);
      }) as typeof client.query;
    });
    const engine = await createPostgresEngine({ pool, schema: place.schema });
    // An odd length places a pair of surrogates across every even boundary.
    const texts = [1, 2, 3, 4].map((n) => `${n}${'😀"\0'.repeat(600_000)}`);
    const leases = await Promise.all(texts.map((text) => start(engine, [{ text }])));
    await Promise.all(leases.map((lease) => lease.append([completed(lease)])));
    await engine.close();
    expect(Math.max(...sent.map((value) => (typeof value === "string" ? value.length : 0)))).toBeLessThan(65_536);
    const sizes = sent.filter((value) => typeof value === "number" && value > 1_000_000);
    expect(sizes).toHaveLength(4);
    const reader = await createPostgresEngine({ pool, schema: place.schema });
    for (const [index, lease] of leases.entries()) {
      const [first] = await logOf(reader, lease);
      expect(first).toMatchObject({ task: { history: [{ parts: [{ text: texts[index] }] }] } });
    }
    await reader.close();
    await pool.end();
  });

  it("works on a pool of the caller, and leaves it open", async () => {
    const place = temporarySchema();
    const pool = new pg.Pool({ connectionString: place.url, max: 4 });
    const engine = await createPostgresEngine({ pool, schema: place.schema });
    const lease = await start(engine);
    await lease.append([completed(lease)]);
    await engine.close();
    expect((await pool.query(`select state from ${place.schema}.task`)).rows).toEqual([
      { state: "TASK_STATE_COMPLETED" },
    ]);
    await pool.end();
    await place[Symbol.asyncDispose]();
  });
});

async function firstEvents(engine: TaskEngine, { taskId }: Lease, count: number): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const batch of engine.subscribe(alice, taskId)) {
    events.push(...batch.map(({ event }) => event));
    if (events.length >= count) break;
  }
  return events;
}

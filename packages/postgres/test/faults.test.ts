import type { Lease, LogEntry, TaskEngine } from "@a2a/server/engine-kit";
import { createId, type LogEvent } from "@a2a/types";
import { type FaultProxy, startFaultProxy } from "test-kit/postgres-server";
import { describe, expect, it } from "vitest";
import { createPostgresEngine } from "../src/engine/postgres-engine.ts";
import { query, temporarySchema } from "./harness.ts";

const alice = { tenant: "", owner: "alice" };

interface Opened extends AsyncDisposable {
  readonly engine: TaskEngine;
  readonly proxy: FaultProxy;
  readonly schema: string;
}

/** An engine that reaches its database through a proxy. */
async function open(options: { timeoutMs?: number; retryMs?: number } = {}): Promise<Opened> {
  const place = temporarySchema();
  const proxy = await startFaultProxy(place.url);
  const engine = await createPostgresEngine({
    ...options,
    connectionString: proxy.url,
    schema: place.schema,
    pollMs: 20,
  });
  return {
    engine,
    proxy,
    schema: place.schema,
    async [Symbol.asyncDispose]() {
      proxy.resume();
      await engine.close({ drainMs: 0 });
      await proxy.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function start(engine: TaskEngine, messageId = createId()): Promise<Lease> {
  const message = { messageId, role: "ROLE_USER" as const, parts: [{ text: "go" }] };
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

function chunk({ taskId, contextId }: Lease, text: string): LogEvent {
  return { artifactUpdate: { taskId, contextId, artifact: { artifactId: "a", parts: [{ text }] }, append: true } };
}

function completed({ taskId, contextId }: Lease): LogEvent {
  return { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } };
}

async function textsOf(engine: TaskEngine, { taskId }: Lease): Promise<string[]> {
  const entries: LogEntry[] = [];
  for await (const batch of engine.subscribe(alice, taskId)) entries.push(...batch);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  return entries.flatMap(({ event }) =>
    "artifactUpdate" in event
      ? event.artifactUpdate.artifact.parts.map((part) => ("text" in part ? part.text : ""))
      : [],
  );
}

/** Resolves when a statement has taken effect whose answer is on its way. */
async function untilStored(schema: string, seq: number): Promise<void> {
  for (;;) {
    const [row] = await query(`select max(seq) as seq from ${schema}.task`);
    if (Number(row?.seq) >= seq) return;
  }
}

describe("an engine whose connection to PostgreSQL fails", () => {
  it("finds out that a batch took effect whose answer was lost, and writes it once", async () => {
    await using opened = await open();
    const { engine, proxy, schema } = opened;
    const lease = await start(engine);
    expect(await lease.append([chunk(lease, "a")])).toBe(2);
    proxy.loseAnswers();
    const lost = Promise.all([lease.append([chunk(lease, "b"), chunk(lease, "c")]), lease.append([chunk(lease, "d")])]);
    await untilStored(schema, 5);
    proxy.resume();
    expect(await lost).toEqual([4, 5]);
    proxy.loseAnswers();
    const ending = lease.append([completed(lease)]);
    await untilStored(schema, 6);
    proxy.resume();
    expect(await ending).toBe(6);
    expect(await textsOf(engine, lease)).toEqual(["a", "b", "c", "d"]);
    expect(lease.stopReason).toBeUndefined();
  });

  it("writes every event once although its connections are reset again and again", async () => {
    await using opened = await open();
    const { engine, proxy } = opened;
    const lease = await start(engine);
    const texts = Array.from({ length: 90 }, (_, n) => `${n} `);
    for (const [n, text] of texts.entries()) {
      const appended = appendWhenPossible(lease, text);
      // At another moment each time: before, while and after the statement is on its way.
      for (let turns = 0; turns < n % 9; turns++) await new Promise(setImmediate);
      if (n % 2 === 0) proxy.reset();
      expect(await appended).toBe(n + 2);
    }
    await lease.append([completed(lease)]);
    expect(await textsOf(engine, lease)).toEqual(texts);
  });

  it("keeps a statement from taking effect that arrives after it was given up", async () => {
    await using opened = await open({ timeoutMs: 300 });
    const { engine, proxy, schema } = opened;
    const lease = await start(engine);
    // Another session holds the row of the writer, so that the batch waits in the database until the engine gives it up.
    const before = await query(`select id, batch from ${schema}.replica`);
    const blocker = await hold(`select from ${schema}.task for update`);
    const appended = lease.append([chunk(lease, "late")]);
    appended.catch(() => undefined);
    await untilWaiting(schema);
    proxy.reset();
    await blocker.release();
    expect(await appended).toBe(2);
    await lease.append([completed(lease)]);
    expect(await textsOf(engine, lease)).toEqual(["late"]);
    const after = await query(`select id, batch from ${schema}.replica`);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("refuses with UNAVAILABLE while the database is unreachable, and recovers by itself", async () => {
    await using opened = await open({ retryMs: 0 });
    const { engine, proxy } = opened;
    const lease = await start(engine, "first");
    proxy.refuse();
    const unavailable = { code: "UNAVAILABLE", retryAfterMs: 1_000 };
    await expect(start(engine)).rejects.toMatchObject(unavailable);
    await expect(engine.get(alice, "unknown")).rejects.toMatchObject(unavailable);
    await expect(engine.list(alice, { pageSize: 1 })).rejects.toMatchObject(unavailable);
    await expect(lease.append([chunk(lease, "x")])).rejects.toMatchObject(unavailable);
    proxy.resume();
    expect(await lease.append([chunk(lease, "y")])).toBe(2);
    await lease.append([completed(lease)]);
    expect(await textsOf(engine, lease)).toEqual(["y"]);
  });

  it("goes on when the database ends its connections", async () => {
    await using opened = await open();
    const { engine, schema } = opened;
    const lease = await start(engine);
    for (let n = 0; n < 5; n++) {
      // Those of this engine, by the statement that each ran last: other tests use the same server.
      const own =
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a2a' and query like $1";
      await query(own, [`%${schema}%`]);
      expect(await appendWhenPossible(lease, `${n} `)).toBe(n + 2);
    }
    await lease.append([completed(lease)]);
    expect(await textsOf(engine, lease)).toEqual(["0 ", "1 ", "2 ", "3 ", "4 "]);
  });

  it("is told to stop when its lease was taken over meanwhile, and has written nothing", async () => {
    await using opened = await open();
    const { engine, schema } = opened;
    const lease = await start(engine);
    await query(`update ${schema}.task set token = token + 1`);
    const late = [lease.append([chunk(lease, "late")]), lease.append([completed(lease)])];
    for (const result of await Promise.allSettled(late)) {
      expect(result).toMatchObject({ status: "rejected", reason: { name: "FencedError" } });
    }
    expect(await query(`select seq from ${schema}.event`)).toEqual([{ seq: 1 }]);
  });
});

async function appendWhenPossible(lease: Lease, text: string): Promise<number> {
  for (;;) {
    try {
      return await lease.append([chunk(lease, text)]);
    } catch (error) {
      if ((error as { code?: string }).code !== "UNAVAILABLE") throw error;
    }
  }
}

/** Keeps the locks of a statement. */
async function hold(statement: string): Promise<{ release(): Promise<void> }> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: temporarySchema().url });
  await client.connect();
  await client.query("begin");
  await client.query(statement);
  return {
    async release() {
      await client.query("rollback");
      await client.end();
    },
  };
}

/** Resolves when a statement of an engine waits for a lock. */
async function untilWaiting(schema: string): Promise<void> {
  for (;;) {
    const found = await query(
      "select from pg_stat_activity where application_name = 'a2a' and wait_event_type = 'Lock' and query like $1",
      [`%${schema}%`],
    );
    if (found.length > 0) return;
  }
}

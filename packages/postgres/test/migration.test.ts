import type { Lease, TaskEngine } from "@a2a/server/engine-kit";
import { describe, expect, it } from "vitest";
import { migrateSchema } from "../src/database/migrate.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { MIGRATIONS } from "../src/database/schema.ts";
import { migrateStore, storeStatus } from "../src/engine/administer.ts";
import { createPostgresEngine } from "../src/engine/postgres-engine.ts";
import { query, temporarySchema } from "./harness.ts";

const alice = { tenant: "", owner: "alice" };
const HOOK = { id: "h", taskId: "task-done", url: "https://hook.example/" };

/** A schema of version 1 with what its programs left behind: a finished, a running, a queued and an idle task, and an answer. */
async function version1(schema: string, url: string): Promise<void> {
  const { use, end, place } = openDatabase({ connectionString: url, schema });
  await use((client) => migrateSchema(client, place, MIGRATIONS.slice(0, 1)));
  await end();
  const message = (n: number, taskId: string) =>
    `{"messageId":"m${n}","role":"ROLE_USER","parts":[{"text":"go"}],"taskId":"${taskId}","contextId":"c"}`;
  const task = async (
    key: number,
    id: string,
    members: { state: string; run: string; seq: number; lease?: string },
  ) => {
    const { state, run, seq, lease = "null" } = members;
    await query(`insert into ${schema}.task (key, id, tenant, owner, context_id, version, state, status_at, seq, generation, answered,
        size, pushes, run, token, lease_until, turn, attempt, current_seq, idle_at, changes)
      values (${key}, '${id}', '', 'alice', 'c', '1.0', '${state}', ${key}, ${seq}, ${seq}, 0, 100, ${key === 1 ? 1 : 0}, '${run}', 3, ${lease},
        1, 1, ${run === "idle" ? "null" : 1}, ${run === "idle" ? "(extract(epoch from now()) * 1000)::bigint" : "null"}, 7)`);
    const first = `{"task":{"id":"${id}","contextId":"c","status":{"state":"TASK_STATE_SUBMITTED","timestamp":"2026-01-01T00:00:00.000Z"},"history":[${message(key, id)}]}}`;
    await query(`insert into ${schema}.event values (${key}, 1, 1, null, 1, $1)`, [first]);
    await query(
      `insert into ${schema}.message values ('', 'alice', 'm${key}', 'f', ${key}, 1, null, null, null, (extract(epoch from now()) * 1000)::bigint)`,
    );
    if (run === "idle") return;
    const turn = `{"seq":1,"fingerprint":"f","call":{"colour":"blue"},"message":${message(key, id)}}`;
    await query(`insert into ${schema}.turn values (${key}, 1, $1)`, [turn]);
  };
  await query(`select nextval('${schema}.key') from generate_series(1, 10)`);
  await task(1, "task-done", { state: "TASK_STATE_COMPLETED", run: "idle", seq: 2 });
  const status = `{"statusUpdate":{"taskId":"task-done","contextId":"c","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-01T00:00:01.000Z"}}}`;
  await query(`insert into ${schema}.event values (1, 2, 2, 1, 3, $1)`, [status]);
  await query(
    `insert into ${schema}.push values (1, 'h', '', 'alice', 'hook.example', 0, '1.0', 'alice', 2, 1, 1000, 4, null, $1)`,
    [JSON.stringify(HOOK)],
  );
  await query(`insert into ${schema}.undelivered values (1, '', 'alice', 1000)`);
  await task(2, "task-running", { state: "TASK_STATE_WORKING", run: "running", seq: 1, lease: "0" });
  await task(3, "task-queued", { state: "TASK_STATE_WORKING", run: "queued", seq: 1, lease: "0" });
  await task(4, "task-asking", { state: "TASK_STATE_INPUT_REQUIRED", run: "idle", seq: 1 });
  await query(
    `insert into ${schema}.exchange values (5, '', 'alice', 'c', '{}', '{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hi"}]}', 5)`,
  );
  await query(
    `insert into ${schema}.message values ('', 'alice', 'm5', 'f', null, null, 5, null, null, (extract(epoch from now()) * 1000)::bigint)`,
  );
}

function begin(engine: TaskEngine, messageId: string, taskId?: string) {
  const message = { messageId, role: "ROLE_USER" as const, parts: [{ text: "go" }], ...(taskId && { taskId }) };
  return engine.begin({ scope: alice, message, fingerprint: "f", version: "1.0", call: {}, create: "now" });
}

async function complete(lease: Lease): Promise<number> {
  const { taskId, contextId } = lease;
  const seq = await lease.append([{ statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } }]);
  await lease.release();
  return seq;
}

describe("a schema of version 1", () => {
  it("keeps its tasks, turns, messages and webhooks", async () => {
    await using place = temporarySchema();
    await version1(place.schema, place.url);
    const options = { connectionString: place.url, schema: place.schema };
    expect(await storeStatus(options)).toMatchObject({ version: 1, tasks: 4, running: 1, queued: 1, undelivered: 1 });
    expect(await migrateStore(options)).toMatchObject({ from: 1, to: MIGRATIONS.length });
    expect(await storeStatus(options)).toMatchObject({ tasks: 4, running: 1, queued: 1, undelivered: 1, expired: 1 });
    const engine = await createPostgresEngine(options);
    expect((await engine.get(alice, "task-done"))?.task).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
      history: [{ messageId: "m1" }],
    });
    const claimed = await engine.claim(5);
    expect(claimed.map(({ taskId, attempt, call }) => ({ taskId, attempt, call }))).toEqual([
      { taskId: "task-running", attempt: 2, call: { colour: "blue" } },
      { taskId: "task-queued", attempt: 2, call: { colour: "blue" } },
    ]);
    for (const lease of claimed) expect(await complete(lease)).toBe(2);
    const next = await begin(engine, "m6", "task-asking");
    if (next.kind !== "run") throw new Error(`expected a turn to run, got ${next.kind}`);
    expect(await complete(next.lease)).toBe(3);
    expect(await (await begin(engine, "m2")).outcome()).toMatchObject({ task: { taskId: "task-running", seq: 1 } });
    expect(await (await begin(engine, "m5")).outcome()).toMatchObject({ message: { messageId: "a" } });
    const [claim] = await engine.claimWebhooks(5);
    expect(claim?.record).toMatchObject({
      id: "h",
      taskId: "task-done",
      nextSeq: 2,
      attempts: 1,
      claim: 5,
      config: HOOK,
    });
    expect(claim?.entries.map(({ seq }) => seq)).toEqual([2]);
    await claim?.advance(2);
    await claim?.release();
    expect(await engine.claimWebhooks(5)).toEqual([]);
    await engine.close({ drainMs: 0 });
  });

  it("is of no use to a program of version 1 that is still running", async () => {
    await using place = temporarySchema();
    await version1(place.schema, place.url);
    await migrateStore({ connectionString: place.url, schema: place.schema });
    // Each of its writes begins with this row.
    const gate = `select id from ${place.schema}.writer where id = 'x' for update`;
    await expect(query(gate)).rejects.toMatchObject({ code: "42P01" });
    expect(await query(`select oldest from ${place.schema}.meta`)).toEqual([{ oldest: 2 }]);
  });
});

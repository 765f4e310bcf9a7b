import type { Lease, Scope, TaskEngine } from "@a2a/server/engine-kit";
import { createId } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { createPostgresEngine } from "../src/engine/postgres-engine.ts";
import { query, temporarySchema } from "./harness.ts";

const alice = { tenant: "", owner: "alice" };
const bob = { tenant: "", owner: "bob" };
const full = { code: "CAPACITY_EXCEEDED" };
const MiB = 1_024 * 1_024;

describe("a PostgreSQL engine at the limit of its size", () => {
  it("refuses messages once only running tasks are left, however many come at once, and accepts a terminal status", async () => {
    await using place = await open(24 * MiB);
    const begun = await Promise.allSettled(Array.from({ length: 40 }, () => start(place.engine, 4_000_000)));
    const leases = begun.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const refusals = begun.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(leases.length).toBe(6);
    for (const refusal of refusals) expect(refusal).toMatchObject(full);
    const [first] = leases;
    if (!first) throw new Error("expected a turn");
    await expect(first.append([artifact(first, 4_000_000)])).rejects.toMatchObject(full);
    for (const lease of leases) await finish(lease);
    expect(await storedCharacters(place.schema)).toBeLessThan(24 * MiB);
  });

  it("evicts finished tasks, oldest first, and their content with them", async () => {
    await using place = await open(6 * MiB);
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push(await finished(place.engine, 1_000_000));
    expect(await place.engine.get(alice, ids[0] ?? "")).toBeUndefined();
    expect(await place.engine.get(alice, ids.at(-1) ?? "")).toMatchObject({ id: ids.at(-1) });
    expect(await storedCharacters(place.schema)).toBeLessThan(6 * MiB);
    const [strings] = await query(`select count(distinct task)::int as n from ${place.schema}.large_string`);
    expect(strings?.n).toBeLessThanOrEqual(6);
  });

  it("evicts messages that were answered without a task", async () => {
    await using place = await open(6 * MiB);
    for (let n = 0; n < 12; n++) {
      const lease = await start(place.engine, 1_000_000, alice, "lazy");
      await lease.answer({ messageId: createId(), role: "ROLE_AGENT", parts: [{ text: "yes" }] });
    }
    const [stored] = await query(`select count(*)::int as n from ${place.schema}.exchange`);
    expect(stored?.n).toBeGreaterThan(3);
    expect(stored?.n).toBeLessThanOrEqual(6);
  });

  it("does not evict or refuse an owner below its fair share for another, on any engine", async () => {
    await using place = await open(6 * MiB);
    const other = await place.another();
    const kept = await finished(place.engine, 1_000_000, bob);
    for (let n = 0; n < 12; n++) await finished(n % 2 === 0 ? place.engine : other, 1_000_000);
    expect(await place.engine.get(bob, kept)).toMatchObject({ id: kept });
    // Running tasks cannot be evicted: alice is refused, bob is not.
    const hoard = async () => {
      for (;;) await start(other, 500_000);
    };
    await expect(hoard()).rejects.toMatchObject(full);
    expect(await finished(other, 250_000, bob)).toEqual(expect.any(String));
    await other.close({ drainMs: 0 });
  });
});

async function open(maxTotalSize: number) {
  const place = temporarySchema();
  const another = () =>
    createPostgresEngine({ pollMs: 20, maxTotalSize, connectionString: place.url, schema: place.schema });
  const engine = await another();
  return {
    engine,
    another,
    schema: place.schema,
    async [Symbol.asyncDispose]() {
      await engine.close({ drainMs: 0 });
      await place[Symbol.asyncDispose]();
    },
  };
}

async function start(
  engine: TaskEngine,
  characters: number,
  scope: Scope = alice,
  create: "now" | "lazy" = "now",
): Promise<Lease> {
  const message = { messageId: createId(), role: "ROLE_USER" as const, parts: [{ text: "x".repeat(characters) }] };
  const begun = await engine.begin({ scope, message, fingerprint: "1", version: "1.0", call: {}, create });
  if (begun.kind !== "run") throw new Error(`expected a turn to run, got ${begun.kind}`);
  return begun.lease;
}

async function finish(lease: Lease): Promise<void> {
  const { taskId, contextId } = lease;
  await lease.append([{ statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } }]);
}

/** Stores a finished task with a message of so many characters. */
async function finished(engine: TaskEngine, characters: number, scope: Scope = alice): Promise<string> {
  const lease = await start(engine, characters, scope);
  await finish(lease);
  return lease.taskId;
}

function artifact({ taskId, contextId }: Lease, characters: number) {
  const parts = [{ text: "y".repeat(characters) }];
  return { artifactUpdate: { taskId, contextId, artifact: { artifactId: "a", parts } } };
}

async function storedCharacters(schema: string): Promise<number> {
  const [found] = await query(`select coalesce(sum(size), 0)::float8 as n from ${schema}.task`);
  return Number(found?.n);
}

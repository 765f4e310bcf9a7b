import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pause } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/sqlite-harness.ts";
import { systemScheduler } from "../../util/scheduler.ts";
import { alice, chunk, command, everything, finish, load, readLog, start } from "../contract/kit.ts";
import { createStoreEngine } from "../store-engine.ts";
import { checkpointPages } from "./file/checkpoints.ts";
import { openDatabase } from "./file/sqlite-schema.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";
import { SqliteStore } from "./sqlite-store.ts";

const unavailable = { code: "UNAVAILABLE", message: "storage unavailable" };

describe("a full disk", () => {
  it("rejects writes, keeps serving reads, and recovers once space is available", async () => {
    using folder = temporaryFolder();
    const { engine, database } = openWithDatabase(join(folder.path, "tasks.db"));
    const lease = await start(engine);
    await lease.append([chunk(lease, "a")]);
    const before = await everything(engine, alice);
    const pages = Number(database.prepare("pragma page_count").get()?.page_count);
    database.exec(`pragma max_page_count = ${pages}`);
    const large = chunk(lease, "x".repeat(100_000));
    await expect(lease.append([large])).rejects.toMatchObject(unavailable);
    await expect(engine.begin(command({ metadata: { note: "y".repeat(100_000) } }))).rejects.toMatchObject(unavailable);
    expect(lease.stopReason).toBeUndefined();
    expect(await everything(engine, alice)).toEqual(before);
    database.exec("pragma max_page_count = 1000000");
    expect(await lease.append([large])).toBe(3);
    await finish(lease);
    expect(await readLog(engine, lease)).toHaveLength(4);
    expect(database.prepare("pragma integrity_check").get()?.integrity_check).toBe("ok");
    await engine.close();
  });

  it("empties the write-ahead log, and writes what fits then", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const { engine, database } = openWithDatabase(path);
    const lease = await start(engine);
    await lease.append([chunk(lease, "a")]);
    const sizeOfLog = () => statSync(`${path}-wal`).size;
    expect(sizeOfLog()).toBeGreaterThan(0);
    const pages = Number(database.prepare("pragma page_count").get()?.page_count);
    database.exec(`pragma max_page_count = ${pages}`);
    await expect(lease.append([chunk(lease, "x".repeat(100_000))])).rejects.toMatchObject(unavailable);
    expect(sizeOfLog()).toBe(0);
    database.exec("pragma max_page_count = 1000000");
    expect(await lease.append([chunk(lease, "b")])).toBe(3);
    await finish(lease);
    await engine.close();
  });

  it.each([
    [1e9, 4_096],
    [4_096, 1_024],
    [10, 64],
  ])("lets the write-ahead log take a part of the disk: with %d pages left, %d", (space, pages) => {
    expect(checkpointPages(space)).toBe(pages);
  });

  it("reports the failure to the sender and the turn of an aliased task, and releases the alias", async () => {
    using folder = temporaryFolder();
    const { engine, database } = openWithDatabase(join(folder.path, "tasks.db"));
    await finish(await start(engine));
    const pages = Number(database.prepare("pragma page_count").get()?.page_count);
    database.exec(`pragma max_page_count = ${pages}`);
    const named = { create: "lazy", alias: "mine", metadata: { note: "y".repeat(100_000) } } as const;
    const begun = await engine.begin(command(named));
    await expect(begun.outcome()).rejects.toMatchObject(unavailable);
    expect(begun.kind === "run" && begun.lease.stopReason).toMatchObject({ name: "FencedError" });
    database.exec("pragma max_page_count = 1000000");
    const again = await engine.begin(command(named));
    expect(await again.outcome()).toMatchObject({ task: { seq: 1 } });
    await engine.close({ drainMs: 0 });
  });

  it("fails only the writes that need space, not the rest of their commit group", async () => {
    using folder = temporaryFolder();
    const { engine, database } = openWithDatabase(join(folder.path, "tasks.db"));
    const leases = await Promise.all([start(engine), start(engine), start(engine)]);
    const pages = Number(database.prepare("pragma page_count").get()?.page_count);
    database.exec(`pragma max_page_count = ${pages + 2}`);
    const results = await Promise.allSettled(
      leases.map((lease, n) => lease.append([chunk(lease, n === 1 ? "x".repeat(100_000) : "small")])),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const seqs = await Promise.all(leases.map(async (lease) => (await load(engine, lease)).seq));
    expect(seqs).toEqual([2, 1, 2]);
    await engine.close({ drainMs: 0 });
  });
});

describe("a file locked by another program", () => {
  it("delays writes in order without blocking reads", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path });
    const lease = await start(engine);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const waiting = [lease.append([chunk(lease, "a")]), lease.append([chunk(lease, "b")])];
    expect((await load(engine, lease)).seq).toBe(1);
    waiting.push(lease.append([chunk(lease, "c")]));
    other.exec("rollback");
    expect(await Promise.all(waiting)).toEqual([2, 3, 4]);
    other.close();
    await engine.close({ drainMs: 0 });
  });

  it("rejects writes after the busy timeout", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path, busyTimeoutMs: 20, retryMs: 0 });
    const lease = await start(engine);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const refused = await Promise.allSettled([lease.append([chunk(lease, "a")]), engine.begin(command())]);
    for (const result of refused) expect(result).toMatchObject({ status: "rejected", reason: unavailable });
    other.exec("rollback");
    other.close();
    expect(await lease.append([chunk(lease, "a")])).toBe(2);
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(1);
    await engine.close({ drainMs: 0 });
  });

  it("tells the sender of a task that could not be created to try again", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path, busyTimeoutMs: 20, retryMs: 0 });
    await finish(await start(engine));
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const begun = await engine.begin(command({ create: "lazy" }));
    if (begun.kind !== "run") throw new Error("expected a turn");
    const { lease } = begun;
    const outcome = begun.outcome().catch((error: unknown) => error);
    await expect(lease.append([chunk(lease, "a")])).rejects.toMatchObject(unavailable);
    other.exec("rollback");
    other.close();
    await lease.release();
    expect(await outcome).toMatchObject(unavailable);
    await engine.close({ drainMs: 0 });
  });

  it("rejects further writes without waiting again, until the file is unlocked", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const busyTimeoutMs = 100;
    const engine = createSqliteEngine({ path, busyTimeoutMs, retryMs: 0 });
    const lease = await start(engine);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    await expect(lease.append([chunk(lease, "a")])).rejects.toMatchObject(unavailable);
    const waited = pause(busyTimeoutMs).then(() => "waited");
    const again = lease.append([chunk(lease, "b")]).catch(() => "rejected");
    expect(await Promise.race([waited, again])).toBe("rejected");
    other.exec("rollback");
    other.close();
    expect(await lease.append([chunk(lease, "c")])).toBe(2);
    await engine.close({ drainMs: 0 });
  });
});

/** An engine, and the connection it uses. */
function openWithDatabase(path: string) {
  const database = openDatabase(path, "NORMAL");
  const retention = { eventTtlMs: 1e9, taskTtlMs: 1e9, messageTtlMs: 1e9 };
  const times = { leaseMs: 15_000, busyTimeoutMs: 2_000, cleanupIntervalMs: 300_000 };
  const engine = createStoreEngine(
    (events) =>
      new SqliteStore(
        database,
        events,
        {
          path,
          ...times,
          retention,
          capacity: { maxBytes: 1e9, maxTasks: 1e9, maxContexts: 1e9 },
          now: Date.now,
          elapsed: () => performance.now(),
        },
        systemScheduler,
      ),
    { retryMs: 0 },
  );
  return { engine, database };
}

import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { committedEvents, openSqlite, temporaryFolder } from "../../../test/sqlite-harness.ts";
import { openFaulty } from "../../../test/support/faulty-store.ts";
import { alice, chunk, finish, load, readLog, start } from "../contract/kit.ts";
import { engineContract } from "../contract/suite.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

engineContract(
  { describe, it, expect },
  {
    name: "the SQLite engine",
    open: async (options) => openSqlite(options),
    openFailing: async (options) => openFaulty("SQLite", options),
  },
);

describe("the SQLite engine", () => {
  it("shows no event before it is committed", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path });
    const reader = new DatabaseSync(path, { readOnly: true });
    const committed = () => committedEvents(reader);
    const lease = await start(engine);
    const appended = lease.append([chunk(lease, "a")]);
    expect([committed(), (await load(engine, lease)).seq]).toEqual([1, 1]);
    expect([await appended, committed(), (await load(engine, lease)).seq]).toEqual([2, 2, 2]);
    reader.close();
    await engine.close({ drainMs: 0 });
  });

  it("commits all appends of one event loop iteration as a group", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path });
    const observer = new DatabaseSync(path, { readOnly: true });
    const leases = await Promise.all(Array.from({ length: 20 }, () => start(engine)));
    const changes = () => Number(observer.prepare("pragma data_version").get()?.data_version);
    const before = changes();
    const seen = new Set<number>();
    await Promise.all(
      leases.map(async (lease) => {
        await Promise.all([lease.append([chunk(lease, "a")]), lease.append([chunk(lease, "b")])]);
        seen.add(changes());
      }),
    );
    expect(seen).toEqual(new Set([before + 1]));
    observer.close();
    await engine.close({ drainMs: 0 });
  });

  it("restores a long task from its snapshot and the later events", async () => {
    const opened = openSqlite();
    const lease = await start(opened.engine);
    for (let n = 0; n < 300; n++) lease.append([chunk(lease, `${n} `)]).catch(() => undefined);
    await lease.append([chunk(lease, "end")]);
    const before = await load(opened.engine, lease);
    const after = (await opened.crash?.())?.engine;
    if (!after) throw new Error("expected the engine to be opened again");
    expect((await load(after, lease)).task).toEqual(before.task);
    expect((await after.taskAt(alice, lease.taskId, 150))?.stored.task.artifacts?.[0]?.parts).toHaveLength(149);
    const [claimed] = await after.claim(1);
    if (!claimed) throw new Error("expected the turn to be claimed");
    expect((await claimed.load()).task).toEqual(before.task);
    await finish(claimed);
    const { task } = await load(after, lease);
    expect([task.status.state, task.artifacts?.[0]?.parts.length]).toEqual(["TASK_STATE_COMPLETED", 301]);
    expect((await readLog(after, lease)).map(({ seq }) => seq)).toEqual(Array.from({ length: 303 }, (_, n) => n + 1));
    await opened.close();
  });

  it("writes snapshots in proportion to the appended bytes", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path });
    const observer = new DatabaseSync(path, { readOnly: true });
    const lease = await start(engine);
    const snapshots = new Set<number>();
    for (let n = 0; n < 8_000; n++) {
      await lease.append([chunk(lease, "0123456789")]);
      const found = observer.prepare("select seq from snapshot").get();
      if (found) snapshots.add(Number(found.seq));
    }
    expect(snapshots.size).toBeGreaterThan(2);
    expect(snapshots.size).toBeLessThan(10);
    observer.close();
    await engine.close({ drainMs: 0 });
  });

  it("makes its file readable by its user only", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "nested", "tasks.db");
    const engine = createSqliteEngine({ path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await engine.close();
  });
});

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { committedEvents, openSqlite, temporaryFolder } from "../../../test/sqlite-harness.ts";
import { alice, chunk, command, everything, finish, follow, load, readLog, start } from "../contract/kit.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

/** An engine, and what another connection finds in its tables. */
function observed(folder: string) {
  const path = join(folder, "tasks.db");
  const engine = createSqliteEngine({ path });
  const observer = new DatabaseSync(path, { readOnly: true });
  const count = (table: string) => Number(observer.prepare(`select count(*) as n from ${table}`).get()?.n);
  return { path, engine, observer, count };
}

describe("the journal", () => {
  it("has the changes of a running task, which its tables get when the engine is closed", async () => {
    using folder = temporaryFolder();
    const { path, engine, observer, count } = observed(folder.path);
    const lease = await start(engine);
    for (const text of ["a", "b"]) await lease.append([chunk(lease, text)]);
    expect([count("task"), count("event"), committedEvents(observer)]).toEqual([0, 0, 3]);
    await engine.close({ drainMs: 0 });
    expect([count("task"), count("event"), count("message"), count("journal")]).toEqual([1, 1, 1, 0]);
    observer.close();
    const again = createSqliteEngine({ path });
    expect(await readLog(again, lease, { count: 3 })).toHaveLength(3);
    await again.close({ drainMs: 0 });
  });

  it("is read once after a crash: tasks, turns, inboxes, checkpoints and repeated messages are as they were", async () => {
    const opened = openSqlite();
    const { engine } = opened;
    const sent = command();
    const running = await start(engine, sent);
    await running.append([chunk(running, "a")]);
    await running.save({ step: 7 });
    await engine.begin(command(follow(running, "and then?")));
    await running.append([chunk(running, "b")]);
    const asking = await start(engine);
    await finish(asking, "TASK_STATE_INPUT_REQUIRED");
    const done = await start(engine);
    await finish(done);
    const before = await everything(engine, alice);
    const after = (await opened.crash?.())?.engine;
    if (!after) throw new Error("expected the engine to be opened again");
    expect(await everything(after, alice)).toEqual(before);
    expect(await after.begin(sent)).toMatchObject({ kind: "duplicate" });
    const claimed = await after.claim(5);
    expect(claimed).toMatchObject([{ taskId: running.taskId, attempt: 2, checkpoint: { step: 7 } }]);
    expect(await claimed[0]?.take()).toMatchObject({ message: { parts: [{ text: "and then?" }] } });
    expect((await readLog(after, running, { count: 4 })).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    await opened.close();
  });

  it("does not bring back a task that was deleted after it was written to its tables", async () => {
    let hours = 0;
    const opened = openSqlite({ elapsed: () => hours * 3_600_000, cleanupIntervalMs: 2 });
    const { engine } = opened;
    const open = await start(engine);
    const old = await start(engine);
    await finish(old);
    hours += 24 * 8;
    await expect.poll(() => engine.get(alice, old.taskId)).toBeUndefined();
    await open.append([chunk(open, "a")]);
    const after = (await opened.crash?.())?.engine;
    expect(await after?.get(alice, old.taskId)).toBeUndefined();
    expect(await after?.get(alice, open.taskId)).toMatchObject({ seq: 2 });
    await opened.close();
  });

  it("is left out by many tasks that end in the transaction that creates them", async () => {
    using folder = temporaryFolder();
    const { path, engine, observer, count } = observed(folder.path);
    const drafts = await Promise.all(Array.from({ length: 20 }, () => start(engine, { create: "lazy" })));
    await Promise.all(drafts.map((lease) => finish(lease)));
    expect([count("task"), count("event"), count("message"), count("journal")]).toEqual([20, 20, 20, 0]);
    const before = await everything(engine, alice);
    observer.close();
    await engine.close({ drainMs: 0 });
    const again = createSqliteEngine({ path });
    expect(await everything(again, alice)).toEqual(before);
    await again.close({ drainMs: 0 });
  });

  it("stays short while a task grows and another one waits", async () => {
    using folder = temporaryFolder();
    const { engine, observer } = observed(folder.path);
    const waiting = await start(engine);
    const growing = await start(engine);
    const size = () => Number(observer.prepare("select sum(length(changes)) as n from journal").get()?.n);
    const sizes: number[] = [];
    for (let n = 0; n < 500; n++) {
      await growing.append([chunk(growing, "x".repeat(40_000))]);
      if (n % 10 === 0) sizes.push(size());
    }
    expect(Math.max(...sizes)).toBeGreaterThan(100_000);
    expect(Math.max(...sizes)).toBeLessThan(1_000_000);
    expect((await load(engine, waiting)).seq).toBe(1);
    expect(await readLog(engine, growing, { count: 501 })).toHaveLength(501);
    observer.close();
    await engine.close({ drainMs: 0 });
  });
});

describe("a list of tasks that are partly in the journal", () => {
  it("has every task once, in order, with the right total, whatever is asked for", async () => {
    using folder = temporaryFolder();
    let now = Date.parse("2026-11-17T09:00:00Z");
    const engine = createSqliteEngine({ path: join(folder.path, "tasks.db"), now: () => now++ });
    const leases: Awaited<ReturnType<typeof start>>[] = [];
    for (let n = 0; n < 40; n++) leases.push(await start(engine));
    for (const lease of leases.slice(0, 30)) await finish(lease, "TASK_STATE_INPUT_REQUIRED");
    // They change once more.
    for (const lease of leases.slice(0, 5)) await finish(await start(engine, follow(lease, "go on")));
    const newestFirst = [...leases.slice(30), ...leases.slice(5, 30), ...leases.slice(0, 5)];
    const listed = async (query: object) => {
      const ids: string[] = [];
      let cursor: { statusAt: number; id: string } | undefined;
      do {
        const page = await engine.list(alice, { pageSize: 7, ...query, ...(cursor && { cursor }) });
        ids.push(...page.tasks.map(({ id }) => id));
        expect(page.tasks.map(({ state }) => state)).toEqual(page.tasks.map(({ task }) => task.status.state));
        cursor = page.next;
        if (!cursor) expect(page.totalSize).toBe(ids.length);
      } while (cursor);
      return ids;
    };
    const ids = (some: readonly { taskId: string }[]) => some.map(({ taskId }) => taskId);
    expect(new Set(await listed({}))).toEqual(new Set(ids(newestFirst)));
    expect((await listed({})).slice(0, 5)).toEqual(ids(leases.slice(0, 5)).reverse());
    expect(await listed({ status: "TASK_STATE_COMPLETED" })).toEqual(ids(leases.slice(0, 5)).reverse());
    expect(await listed({ status: "TASK_STATE_INPUT_REQUIRED" })).toEqual(ids(leases.slice(5, 30)).reverse());
    expect(await listed({ contextId: leases[35]?.contextId })).toEqual(ids(leases.slice(35, 36)));
    await engine.close({ drainMs: 0 });
  });
});

import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/sqlite-harness.ts";
import { alice, bob, chunk, command, finish, follow, say, start, status } from "./contract/kit.ts";
import { createMemoryEngine } from "./memory/memory-engine.ts";
import type { TaskEngine } from "./port/task-engine.ts";
import { createSqliteEngine } from "./sqlite/sqlite-engine.ts";

const full = { code: "CAPACITY_EXCEEDED" };

/** Stores a finished task with a message of so many characters. */
async function finished(engine: TaskEngine, characters: number, scope = alice): Promise<string> {
  const lease = await start(engine, { scope, message: say("x".repeat(characters)), fingerprint: "x" });
  await finish(lease);
  return lease.taskId;
}

/** The ids of all stored tasks. Tasks that finish in the same millisecond are sorted by id. */
async function keptIds(engine: TaskEngine): Promise<string[]> {
  return (await engine.list(alice, { pageSize: 9 })).tasks.map(({ id }) => id).sort();
}

describe("a memory engine at the limit of its size", () => {
  it("evicts finished tasks, oldest first", async () => {
    const engine = createMemoryEngine({ maxBytes: 20_000 });
    const [first, second] = [await finished(engine, 4_000), await finished(engine, 4_000)];
    const third = await finished(engine, 4_000);
    expect(await engine.get(alice, first)).toBeUndefined();
    expect(await keptIds(engine)).toEqual([second, third].sort());
    await engine.close();
  });

  it("rejects messages and events once only running tasks are left, and accepts a terminal status", async () => {
    const engine = createMemoryEngine({ maxBytes: 20_000 });
    const lease = await start(engine, { message: say("x".repeat(9_000)) });
    await expect(start(engine, { message: say("y".repeat(2_000)) })).rejects.toMatchObject(full);
    const lazy = engine.begin(command({ create: "lazy", message: say("z".repeat(2_000)) }));
    await expect(lazy).rejects.toMatchObject(full);
    await expect(lease.append([chunk(lease, "y".repeat(2_000))])).rejects.toMatchObject(full);
    await lease.append([status(lease, "TASK_STATE_COMPLETED", "done".repeat(500))]);
    expect((await engine.list(alice, { pageSize: 9 })).totalSize).toBe(1);
    await finished(engine, 2_000);
    await engine.close();
  });

  it("says that it is full when one running task beyond Latin-1 takes all of it", async () => {
    const engine = createMemoryEngine({ maxBytes: 20_000, maxTaskSize: 10_000 });
    const lease = await start(engine, { message: say("漢".repeat(5_000)) });
    await expect(lease.append([chunk(lease, "字")])).rejects.toMatchObject({
      ...full,
      message: "the task storage of 20000 bytes is full, and no finished task of yours can be evicted",
    });
    await finish(lease);
    await engine.close();
  });

  it("does not evict one owner below its fair share for another", async () => {
    const engine = createMemoryEngine({ maxBytes: 20_000 });
    const kept = await finished(engine, 4_000, bob);
    for (let n = 0; n < 5; n++) await finished(engine, 3_000);
    expect(await engine.get(bob, kept)).toMatchObject({ id: kept });
    await engine.close();
  });
});

describe.each(["memory", "SQLite"])("large tasks (%s)", (kind) => {
  const open = (path: string) =>
    kind === "memory"
      ? createMemoryEngine({ maxBytes: 64 * 1024 * 1024 })
      : createSqliteEngine({ path: join(path, "tasks.db") });

  it("are listed on shorter pages without skipping or repeating one", async () => {
    using folder = temporaryFolder();
    const engine = open(folder.path);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await finished(engine, 4_000_000));
    const first = await engine.list(alice, { pageSize: 50 });
    expect(first.tasks).toHaveLength(3);
    const second = await engine.list(alice, { pageSize: 50, ...(first.next && { cursor: first.next }) });
    expect([...first.tasks, ...second.tasks].map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(second.next).toBeUndefined();
    await engine.close();
  });

  it("pass the latest messages of their context to the next turn, up to a size limit", async () => {
    using folder = temporaryFolder();
    const engine = open(folder.path);
    const message = (text: string) => ({ message: say(text, { contextId: "c" }), fingerprint: text.slice(0, 9) });
    for (const text of ["a".repeat(900_000), "b".repeat(900_000), "c"])
      await finish(await start(engine, message(text)));
    const history = await engine.contextHistory(alice, "c", { limit: 50 });
    expect(history.map(({ parts: [part] }) => part && "text" in part && part.text[0])).toEqual(["b", "c"]);
    await engine.close();
  });

  it("queue a limited number of messages while running", async () => {
    using folder = temporaryFolder();
    const engine = open(folder.path);
    const lease = await start(engine);
    for (let n = 0; n < 100; n++) await engine.begin(command(follow(lease, `${n}`)));
    await expect(engine.begin(command(follow(lease, "too many")))).rejects.toMatchObject(full);
    await lease.take();
    expect((await engine.begin(command(follow(lease, "again")))).kind).toBe("queued");
    await engine.close({ drainMs: 0 });
  });
});

describe("a SQLite engine at the limit of its size", () => {
  it("evicts finished tasks to keep the file within its limit", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const maxBytes = 4 * 1_024 * 1_024;
    const engine = createSqliteEngine({ path, maxBytes });
    let last = "";
    for (let n = 0; n < 40; n++) last = await finished(engine, 400_000);
    expect(await engine.get(alice, last)).toMatchObject({ id: last });
    const { totalSize } = await engine.list(alice, { pageSize: 1 });
    expect(totalSize).toBeLessThan(10);
    await engine.close();
    expect(statSync(path).size).toBeLessThanOrEqual(maxBytes);
  });

  it("rejects messages and events once only running tasks are left, and accepts a terminal status", async () => {
    using folder = temporaryFolder();
    const engine = createSqliteEngine({ path: join(folder.path, "tasks.db"), maxBytes: 1_024 * 1_024 });
    const lease = await start(engine);
    const fill = async () => {
      for (;;) await lease.append([chunk(lease, "x".repeat(100_000))]);
    };
    await expect(fill()).rejects.toMatchObject(full);
    await expect(start(engine)).rejects.toMatchObject(full);
    await finish(lease);
    await finished(engine, 10);
    await engine.close();
  });

  it("S4-15 S4-16 keeps the configured number of tasks and contexts", async () => {
    using folder = temporaryFolder();
    const engine = createSqliteEngine({ path: join(folder.path, "tasks.db"), maxTasks: 3, maxContexts: 2 });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await finished(engine, 10));
    expect(await keptIds(engine)).toEqual(ids.slice(3).sort());
    await engine.close();
  });
});

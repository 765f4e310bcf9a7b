import { describe, expect, it } from "vitest";
import { openSqlite } from "../../../test/sqlite-harness.ts";
import { alice, chunk, command, finish, follow, load, readLog, start } from "../contract/kit.ts";

const HOUR = 3_600_000;

/** An engine whose clock for ages is moved by hand and which looks for old things all the time. */
function openWithClock(options: object = {}) {
  let hours = 0;
  const opened = openSqlite({ ...options, elapsed: () => hours * HOUR, cleanupIntervalMs: 2 });
  return {
    ...opened,
    pass(more: number) {
      hours += more;
    },
  };
}

describe("retention in SQLite", () => {
  it("deletes events a day after the task finished, keeps the task, and reports the gap", async () => {
    const { engine, pass, close } = openWithClock();
    const lease = await start(engine);
    await lease.append([chunk(lease, "a")]);
    await finish(lease);
    const open = await start(engine);
    await finish(open, "TASK_STATE_INPUT_REQUIRED");
    const before = await load(engine, lease);
    pass(23);
    expect(await readLog(engine, lease)).toHaveLength(3);
    pass(2);
    await expect.poll(async () => (await engine.taskAt(alice, lease.taskId, 2))?.gap).toBe(true);
    expect((await load(engine, lease)).json).toBe(before.json);
    await expect(readLog(engine, lease)).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
    expect(await readLog(engine, lease, { after: 3 })).toEqual([]);
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(2);
    expect(await readLog(engine, open, { count: 2 })).toHaveLength(2);
    await close();
  });

  it("deletes idle tasks with all their data after a week", async () => {
    const { engine, pass, close } = openWithClock({ maxWebhooksPerOwner: 1 });
    const done = await start(engine, { alias: "mine" });
    const webhook = { config: { url: "https://hook.example/" }, version: "1.0" as const, principal: "alice" };
    await engine.setWebhook(alice, done.taskId, webhook);
    await finish(done);
    const asking = await start(engine);
    await finish(asking, "TASK_STATE_INPUT_REQUIRED");
    const running = await start(engine);
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(3);
    const waiting = engine.waitFor(alice, asking.taskId, { until: "terminal" });
    pass(24 * 8);
    await expect(waiting).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    await expect.poll(async () => engine.get(alice, done.taskId)).toBeUndefined();
    expect((await engine.list(alice, { pageSize: 5 })).tasks.map(({ id }) => id)).toEqual([running.taskId]);
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(1);
    expect(await engine.resolveAlias(alice, "mine")).toBeUndefined();
    await engine.setWebhook(alice, running.taskId, webhook);
    await close();
  });

  it("recognizes a repeated message for a day", async () => {
    const { engine, pass, close } = openWithClock();
    const sent = command();
    await finish(await start(engine, sent));
    const plain = command({ create: "lazy" });
    await (await start(engine, plain)).answer({ messageId: "a", role: "ROLE_AGENT", parts: [{ text: "hi" }] });
    pass(23);
    for (const known of [sent, plain]) expect((await engine.begin(known)).kind).toBe("duplicate");
    pass(2);
    await expect.poll(async () => (await engine.begin(sent)).kind).toBe("run");
    expect((await engine.begin(plain)).kind).toBe("run");
    await close();
  });

  it("does not expire tasks when the wall clock is changed", async () => {
    let wall = Date.parse("2026-03-01T09:15:00Z");
    const { engine, close } = openSqlite({ now: () => wall, elapsed: () => 0, cleanupIntervalMs: 2 });
    const lease = await start(engine);
    await finish(lease, "TASK_STATE_INPUT_REQUIRED");
    wall += 24 * 30 * HOUR;
    await finish(await start(engine));
    wall -= 24 * 60 * HOUR;
    await finish(await start(engine, follow(lease, "still there")));
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(2);
    await close();
  });
});

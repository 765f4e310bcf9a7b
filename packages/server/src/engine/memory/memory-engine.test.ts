import { describe, expect, it, vi } from "vitest";
import { openFaulty } from "../../../test/support/faulty-store.ts";
import { alice, bob, chunk, command, finish, follow, load, readLog, say, start } from "../contract/kit.ts";
import { engineContract } from "../contract/suite.ts";
import { IDLE_CLEANUP_INTERVAL_MS, MAX_CONTEXTS, MAX_TASKS, TASK_TTL_MS } from "../port/limits.ts";
import { createMemoryEngine } from "./memory-engine.ts";

engineContract(
  { describe, it, expect },
  {
    name: "the memory engine",
    hasCapacity: true,
    open: async (options) => {
      const engine = createMemoryEngine(options);
      return { engine, close: () => engine.close({ drainMs: 0 }) };
    },
    openFailing: async (options) => openFaulty("memory", options),
  },
);

/** An engine whose clock for ages is moved by hand. */
function openWithClock(options = {}) {
  let elapsed = 0;
  const engine = createMemoryEngine({ ...options, elapsed: () => elapsed });
  return {
    engine,
    pass(ms: number) {
      elapsed += ms;
    },
  };
}

describe("the memory engine", () => {
  it("has the limits S4 names (S4-15, S4-16, S4-17, S4-18)", () => {
    expect([MAX_TASKS, MAX_CONTEXTS, TASK_TTL_MS, IDLE_CLEANUP_INTERVAL_MS]).toEqual([1_000, 500, 3_600_000, 300_000]);
  });

  it("keeps a task for an hour after its last change, and a running task for longer (S4-17)", async () => {
    const { engine, pass } = openWithClock();
    const sent = command();
    const done = await start(engine, sent);
    await finish(done);
    const asking = await start(engine, { alias: "mine" });
    await finish(asking, "TASK_STATE_INPUT_REQUIRED");
    const running = await start(engine);
    pass(TASK_TTL_MS - 1);
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(3);
    await finish(await start(engine, follow(asking, "yes")), "TASK_STATE_INPUT_REQUIRED");
    pass(1);
    expect(await engine.get(alice, done.taskId)).toBeUndefined();
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(2);
    expect((await engine.begin(sent)).kind).toBe("run");
    pass(TASK_TTL_MS);
    expect(await engine.resolveAlias(alice, "mine")).toBeUndefined();
    expect(await running.append([chunk(running, "still at it")])).toBe(2);
    await engine.close({ drainMs: 0 });
  });

  it("does not expire tasks when the wall clock is changed", async () => {
    let wall = Date.parse("2026-03-01T09:15:00Z");
    const engine = createMemoryEngine({ now: () => wall, elapsed: () => 0 });
    const lease = await start(engine);
    await finish(lease);
    wall += 7_200_000;
    expect((await load(engine, lease)).seq).toBe(2);
    wall -= 14_400_000;
    await finish(await start(engine));
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(2);
    await engine.close();
  });

  it("sweeps expired tasks periodically and ends their subscriptions (S4-18)", async () => {
    let elapsed = 0;
    const engine = createMemoryEngine({ elapsed: () => elapsed, idleCleanupIntervalMs: 2 });
    const lease = await start(engine);
    await finish(lease, "TASK_STATE_INPUT_REQUIRED");
    const waiting = engine.waitFor(alice, lease.taskId, { until: "terminal" });
    const reading = readLog(engine, lease);
    elapsed = TASK_TTL_MS;
    await expect(waiting).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    expect(await reading).toHaveLength(2);
    await engine.close();
  });

  it("sweeps every five minutes by default (S4-18)", async () => {
    vi.useFakeTimers();
    try {
      const { engine, pass } = openWithClock();
      const lease = await start(engine);
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      let swept: unknown;
      engine.waitFor(alice, lease.taskId, { until: "terminal" }).catch((error: unknown) => {
        swept = error;
      });
      pass(TASK_TTL_MS);
      await vi.advanceTimersByTimeAsync(299_999);
      expect(swept).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      expect(swept).toMatchObject({ code: "TASK_NOT_FOUND" });
      await engine.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it("holds 500 contexts by default (S4-16)", async () => {
    const engine = createMemoryEngine();
    const at = (n: number) => ({ message: say("hi", { contextId: `c${n}` }) });
    for (let n = 0; n < 501; n++) await finish(await start(engine, at(n)));
    const tasksOf = async (n: number) => (await engine.list(alice, { pageSize: 1, contextId: `c${n}` })).totalSize;
    expect([await tasksOf(0), await tasksOf(1), await tasksOf(500)]).toEqual([0, 1, 1]);
    expect((await engine.list(alice, { pageSize: 1 })).totalSize).toBe(500);
    await engine.close();
  });

  it("holds 1,000 tasks by default, of which several owners each get a share (S4-15)", async () => {
    const engine = createMemoryEngine();
    for (let n = 0; n < 1_100; n++)
      await finish(await start(engine, { message: say("hi", { contextId: `c${n % 400}` }) }));
    expect((await engine.list(alice, { pageSize: 1 })).totalSize).toBe(1_000);
    for (let n = 0; n < 600; n++) await finish(await start(engine, { scope: bob }));
    const kept = await Promise.all([alice, bob].map((scope) => engine.list(scope, { pageSize: 1 })));
    expect(kept.map(({ totalSize }) => totalSize).reduce((a, b) => a + b)).toBeLessThanOrEqual(1_000);
    expect(kept[1]?.totalSize).toBe(250);
    await engine.close();
  });
});

import { agentMessage } from "@a2a/types";
import type { TaskEngine } from "../port/task-engine.ts";
import {
  alice,
  bob,
  type Chapter,
  chunk,
  command,
  everything,
  finish,
  follow,
  isPending,
  readLog,
  say,
  start,
  status,
} from "./kit.ts";

/** Capacity and shutdown. */
export function lifetimeChapter({ runner: { describe, expect }, test, harness }: Chapter): void {
  if (harness.hasCapacity) describe("capacity", () => capacityCases({ expect, test }));

  describe("close", () => {
    test("rejects new messages, lets running turns finish, then rejects every call", async (engine) => {
      const lease = await start(engine);
      const idle = await start(engine);
      await finish(idle, "TASK_STATE_INPUT_REQUIRED");
      const reading = engine.subscribe(alice, idle.taskId)[Symbol.asyncIterator]();
      expect((await reading.next()).value).toHaveLength(2);
      const ending = reading.next();
      const waiting = engine.waitFor(alice, idle.taskId, { until: "terminal" });
      // It rejects while the engine is closing, before anyone looks.
      waiting.catch(() => undefined);
      const closing = engine.close({ drainMs: 60_000 });
      await expect(engine.begin(command())).rejects.toMatchObject({ code: "UNAVAILABLE" });
      expect(await isPending(closing)).toBe(true);
      await lease.append([chunk(lease, "nearly there")]);
      await finish(lease);
      await closing;
      expect((await ending).done).toBe(true);
      await expect(waiting).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await expect(engine.get(alice, lease.taskId)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await expect(readLog(engine, lease)).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await engine.ready("turns");
      await engine.ready("webhooks");
      await engine.close();
    });

    test("aborts and fences turns that exceed the deadline", async (engine) => {
      const lease = await start(engine);
      const late = await engine.begin(command({ create: "lazy" }));
      await engine.close({ drainMs: 5 });
      expect(lease.stopReason !== undefined).toBe(true);
      await expect(lease.append([status(lease, "TASK_STATE_COMPLETED")])).rejects.toMatchObject({
        name: "FencedError",
      });
      expect(await lease.release()).toBeUndefined();
      await expect(late.outcome()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    });

    test("keeps turns that were requeued during shutdown for the next start", async (engine, opened) => {
      if (!opened.crash) return;
      const lease = await start(engine);
      lease.onStop(() => {
        lease.release({ requeue: true }).catch(() => undefined);
      });
      await engine.close({ drainMs: 20 });
      const { engine: after } = await opened.crash();
      expect(await after.claim(5)).toHaveLength(1);
    });
  });
}

function capacityCases({ expect, test }: Pick<Chapter["runner"], "expect"> & Pick<Chapter, "test">): void {
  const full = { code: "CAPACITY_EXCEEDED" };

  test(
    "is freed by evicting the oldest finished task (S4-15)",
    async (engine) => {
      const leases = [await start(engine), await start(engine), await start(engine)];
      await finish(leases[1] as (typeof leases)[0]);
      await finish(leases[0] as (typeof leases)[0]);
      await start(engine);
      expect(await present(engine, leases)).toEqual([true, false, true]);
      await start(engine);
      expect(await present(engine, leases)).toEqual([false, false, true]);
    },
    { maxTasks: 3 },
  );

  test(
    "is exhausted when every task is running or awaits input: the message is rejected without side effects",
    async (engine) => {
      const running = await start(engine);
      const asking = await start(engine);
      await finish(asking, "TASK_STATE_INPUT_REQUIRED");
      const before = await everything(engine, alice);
      for (const create of ["now", "lazy"] as const) {
        await expect(engine.begin(command({ create }))).rejects.toMatchObject(full);
        await expect(engine.begin(command({ create, scope: bob }))).rejects.toMatchObject(full);
      }
      const error = await engine.begin(command()).catch((reason) => reason);
      expect(error.retryAfterMs).toBeGreaterThan(0);
      expect(await everything(engine, alice)).toEqual(before);
      await start(engine, follow(asking, "a task that is there goes on"));
      await finish(running);
      await start(engine);
    },
    { maxTasks: 2 },
  );

  test(
    "is reserved for a task that is created later, and returned if it never is",
    async (engine) => {
      const sent = command({ create: "lazy" });
      const lease = await start(engine, sent);
      await expect(engine.begin(command())).rejects.toMatchObject(full);
      await lease.release();
      const next = await start(engine, { create: "lazy" });
      await next.answer(agentMessage("hi"));
      await start(engine);
      expect((await engine.begin(sent).catch((reason) => reason)).code).toBe(full.code);
    },
    { maxTasks: 1 },
  );

  test(
    "of one owner is protected from another owner's flood",
    async (engine) => {
      const mine = [];
      for (let n = 0; n < 3; n++) {
        mine.push(await start(engine, { scope: bob }));
        await finish(mine[n] as (typeof mine)[0]);
      }
      for (let n = 0; n < 30; n++) await finish(await start(engine));
      expect(await present(engine, mine)).toEqual([true, true, true]);
      for (let n = 0; n < 20; n++) await finish(await start(engine, { scope: bob }));
      expect((await engine.list(alice, { pageSize: 20 })).totalSize).toBe(5);
      expect((await engine.list(bob, { pageSize: 20 })).totalSize).toBe(5);
    },
    { maxTasks: 10 },
  );

  test(
    "for contexts is freed by evicting the oldest idle context (S4-16)",
    async (engine) => {
      const at = (contextId: string) => ({ message: say("hi", { contextId }) });
      const first = await start(engine, at("one"));
      await finish(await start(engine, at("two")));
      await finish(await start(engine, at("two")));
      await expect(
        engine.list(alice, { pageSize: 9 }).then(({ totalSize }) => Promise.reject({ totalSize })),
      ).rejects.toMatchObject({
        totalSize: 3,
      });
      const third = await start(engine, at("three"));
      expect((await engine.list(alice, { pageSize: 9, contextId: "two" })).totalSize).toBe(0);
      await expect(engine.begin(command(at("four")))).rejects.toMatchObject(full);
      await start(engine, at("one"));
      expect(await present(engine, [first, third])).toEqual([true, true]);
    },
    { maxContexts: 2 },
  );

  test(
    "also bounds messages, aliases and answers",
    async (engine) => {
      const sent = [];
      for (let n = 0; n < 6; n++) {
        const plain = command({ create: "lazy" });
        await (await start(engine, plain)).answer(agentMessage("hi"));
        sent.push(plain);
        await finish(await start(engine, { alias: `a${n}` }));
      }
      expect((await engine.begin(sent[0] as (typeof sent)[0])).kind).toBe("run");
      expect(await engine.resolveAlias(alice, "a0")).toBeUndefined();
      expect((await engine.resolveAlias(alice, "a5")) === undefined).toBe(false);
    },
    { maxTasks: 4 },
  );

  test(
    "freed by eviction ends subscriptions to the evicted tasks",
    async (engine) => {
      const lease = await start(engine);
      const canceled = engine.waitFor(alice, lease.taskId, { until: "terminal" });
      await finish(lease);
      await canceled;
      await start(engine);
      await expect(readLog(engine, lease)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
      await expect(engine.waitFor(alice, lease.taskId, { until: "settled" })).rejects.toMatchObject({
        code: "TASK_NOT_FOUND",
      });
    },
    { maxTasks: 1 },
  );
}

async function present(
  engine: TaskEngine,
  leases: readonly { scope: typeof alice; taskId: string }[],
): Promise<boolean[]> {
  const found = await Promise.all(leases.map(({ scope, taskId }) => engine.get(scope, taskId)));
  return found.map((stored) => stored !== undefined);
}

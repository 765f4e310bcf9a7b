import type { Lease, ListCursor, ListQuery, TaskEngine } from "../port/task-engine.ts";
import { alice, bob, type Chapter, chunk, finish, follow, load, say, start, status } from "./kit.ts";

/** Lists: order, filters, pages. */
export function listsChapter({ runner: { describe, expect }, test }: Chapter): void {
  describe("a list", () => {
    test("sorts by status time, newest first, then by id (R-38)", async (engine) => {
      const times = [
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.5Z",
        "2026-01-01T00:00:00.500001Z",
        "2025-12-31T23:59:59.999Z",
      ];
      const tasks = [];
      for (const timestamp of [...times, ...times]) {
        const lease = await start(engine);
        const { taskId, contextId } = lease;
        await lease.append([
          { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_WORKING", timestamp } } },
        ]);
        tasks.push({ taskId, at: Date.parse(timestamp) * 1_000 + (timestamp.endsWith("1Z") ? 1 : 0) });
      }
      tasks.sort((a, b) => b.at - a.at || (a.taskId < b.taskId ? 1 : -1));
      expect(await ids(engine, { pageSize: 100 })).toEqual(tasks.map(({ taskId }) => taskId));
    });

    test(
      "moves a task to the front when its status changes, not when an artifact does",
      async (engine) => {
        const [one, two, three] = [await start(engine), await start(engine), await start(engine)];
        await two.append([chunk(two, "x")]);
        expect(await ids(engine, { pageSize: 9 })).toEqual([three.taskId, two.taskId, one.taskId]);
        await finish(one);
        expect(await ids(engine, { pageSize: 9 })).toEqual([one.taskId, three.taskId, two.taskId]);
      },
      { now: ticking() },
    );

    test(
      "combines filters by context, state and time, and counts the matches (R-44, R-45)",
      async (engine) => {
        for (let n = 0; n < 12; n++) {
          const lease = await start(engine, { message: say("hi", { contextId: `c${n % 3}` }) });
          if (n % 2) await finish(lease);
        }
        const count = async (query: Partial<ListQuery>) => {
          const page = await engine.list(alice, { pageSize: 100, ...query });
          expect(page.tasks).toHaveLength(page.totalSize);
          return page.totalSize;
        };
        expect(await count({})).toBe(12);
        expect(await count({ contextId: "c1" })).toBe(4);
        expect(await count({ status: "TASK_STATE_COMPLETED" })).toBe(6);
        expect(await count({ contextId: "c1", status: "TASK_STATE_COMPLETED" })).toBe(2);
        expect(await count({ contextId: "unknown" })).toBe(0);
        expect(await count({ status: "TASK_STATE_REJECTED" })).toBe(0);
        const all = await engine.list(alice, { pageSize: 100 });
        const fifth = all.tasks[4]?.task.status.timestamp ?? "";
        expect(await count({ statusTimestampAfter: fifth })).toBe(5);
        expect(await count({ statusTimestampAfter: fifth.replace("Z", "001Z") })).toBe(4);
        expect(await count({ statusTimestampAfter: fifth, status: "TASK_STATE_SUBMITTED" })).toBe(
          all.tasks.slice(0, 5).filter(({ state }) => state === "TASK_STATE_SUBMITTED").length,
        );
        expect(await count({ statusTimestampAfter: "2100-01-01T00:00:00Z" })).toBe(0);
      },
      { now: ticking() },
    );

    test("keeps its counts correct while tasks change state (R-44)", async (engine) => {
      const counts = async () => {
        const totals = [];
        for (const state of ["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED"] as const) {
          totals.push((await engine.list(alice, { pageSize: 1, status: state })).totalSize);
          totals.push((await engine.list(alice, { pageSize: 1, status: state, contextId: "c" })).totalSize);
        }
        return totals;
      };
      expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
      const lease = await start(engine, { message: say("hi", { contextId: "c" }) });
      const other = await start(engine);
      expect(await counts()).toEqual([2, 1, 0, 0, 0, 0]);
      await lease.append([status(lease, "TASK_STATE_WORKING")]);
      expect(await counts()).toEqual([1, 1 - 1, 1, 1, 0, 0]);
      await finish(lease);
      await finish(other);
      expect(await counts()).toEqual([0, 0, 0, 0, 2, 1]);
    });

    test("pages without repeating or skipping a task (R-37, R-39)", async (engine) => {
      for (let n = 0; n < 25; n++)
        await finish(await start(engine, { message: say("hi", { contextId: `c${n % 2}` }) }));
      for (const query of [{}, { contextId: "c1" }, { status: "TASK_STATE_COMPLETED" as const }]) {
        const whole = await ids(engine, { pageSize: 100, ...query });
        for (const pageSize of [1, 7, whole.length, 100])
          expect(await allPages(engine, { pageSize, ...query })).toEqual(whole);
      }
    });

    test(
      "continues after a page whose last task has moved or disappeared",
      async (engine) => {
        const leases: Lease[] = [];
        for (let n = 0; n < 6; n++) leases.push(await start(engine));
        const first = await engine.list(alice, { pageSize: 3 });
        expect(first.tasks.map(({ id }) => id)).toEqual([5, 4, 3].map((n) => leases[n]?.taskId));
        const moved = leases[3];
        if (moved) await finish(moved);
        const { next: cursor } = first;
        if (!cursor) throw new Error("expected another page");
        const rest = await engine.list(alice, { pageSize: 10, cursor });
        expect(rest.tasks.map(({ id }) => id)).toEqual([2, 1, 0].map((n) => leases[n]?.taskId));
        expect(rest.next).toBeUndefined();
        expect(rest.totalSize).toBe(6);
      },
      { now: ticking() },
    );

    test(
      "returns the current tasks in the requested view (R-40, R-41)",
      async (engine) => {
        const done = await start(engine);
        await done.append([chunk(done, "x")]);
        await finish(done);
        const open = await start(engine, { alias: "mine", version: "0.1" });
        await open.append([chunk(open, "y")]);
        const [first, second] = (await engine.list(alice, { pageSize: 5 })).tasks;
        expect(first?.json).toBe((await load(engine, open)).json);
        expect(second?.json).toBe((await load(engine, done)).json);
        expect(first).toMatchObject({ alias: "mine", version: "0.1", seq: 2, state: "TASK_STATE_SUBMITTED" });
        const bare = await engine.list(alice, { pageSize: 5, view: { artifacts: false, historyLength: 0 } });
        for (const { task } of bare.tasks) expect(Object.keys(task).sort()).toEqual(["contextId", "id", "status"]);
      },
      { now: ticking() },
    );

    test("contains only the owner's tasks (R-36)", async (engine) => {
      await start(engine, { scope: bob, message: say("hi", { contextId: "c" }) });
      const lease = await start(engine, { message: say("hi", { contextId: "c" }) });
      for (const query of [{}, { contextId: "c" }, { status: "TASK_STATE_SUBMITTED" as const }]) {
        const page = await engine.list(alice, { pageSize: 5, ...query });
        expect(page.tasks.map(({ id }) => id)).toEqual([lease.taskId]);
        expect(page.totalSize).toBe(1);
      }
      const nobody = await engine.list({ tenant: "blue", owner: "alice" }, { pageSize: 5 });
      expect(nobody).toEqual({ tasks: [], totalSize: 0 });
      expect(await engine.get(bob, lease.taskId)).toBeUndefined();
      expect((await start(engine, follow(lease, "x")).catch((error) => error)).message).toBe(
        "expected a turn to run, got queued",
      );
    });
  });
}

/** A clock that advances by a millisecond per reading. */
function ticking(): () => number {
  let time = Date.parse("2026-03-01T09:15:00Z");
  return () => time++;
}

async function ids(engine: TaskEngine, query: ListQuery): Promise<string[]> {
  return (await engine.list(alice, query)).tasks.map(({ id }) => id);
}

async function allPages(engine: TaskEngine, query: ListQuery): Promise<string[]> {
  const found: string[] = [];
  let cursor: ListCursor | undefined;
  do {
    const page = await engine.list(alice, { ...query, ...(cursor && { cursor }) });
    found.push(...page.tasks.map(({ id }) => id));
    cursor = page.next;
  } while (cursor);
  return found;
}

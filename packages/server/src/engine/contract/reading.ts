import { applyEvent, foldEvents, isTerminal } from "@a2a/types";
import type { LogEntry, TaskEngine } from "../port/task-engine.ts";
import { alice, bob, type Chapter, chunk, finish, follow, isPending, load, readLog, start, status } from "./kit.ts";

/** Readers: subscriptions, replay, waiting. */
export function readingChapter({ runner: { describe, expect }, test }: Chapter): void {
  describe("a subscription", () => {
    test("loses no event between backlog and live tail, for any number of readers", async (engine) => {
      const lease = await start(engine);
      const writing = (async () => {
        for (let n = 0; n < 200; n++) {
          const appended = lease.append([chunk(lease, `${n}`)]);
          if (n % 7 === 0) await appended;
        }
        await finish(lease);
      })();
      const readers: Promise<LogEntry[]>[] = [];
      for (let n = 0; n < 20; n++) {
        readers.push(readLog(engine, lease));
        await lease.append([chunk(lease, "-")]).catch(() => undefined);
      }
      await writing;
      const logs = await Promise.all([...readers, readLog(engine, lease)]);
      const last = logs.at(-1) ?? [];
      for (const log of logs) expect(log.map(({ seq }) => seq)).toEqual(last.map((_, n) => n + 1));
      for (const log of logs) expect(log.map(({ json }) => json)).toEqual(last.map(({ json }) => json));
    });

    test("joins a snapshot to the events after it without gap or overlap", async (engine) => {
      const lease = await start(engine);
      const writing = (async () => {
        for (let n = 0; n < 60; n++) await lease.append([chunk(lease, `${n} `)]);
        await finish(lease);
      })();
      const followers = [];
      for (let n = 0; n < 10; n++) {
        followers.push(followFromSnapshot(engine, lease));
        await lease.append([chunk(lease, "- ")]);
      }
      await writing;
      const { task } = await load(engine, lease);
      for (const follower of await Promise.all(followers)) expect(follower).toEqual(task);
    });

    test("delivers an event as soon as it is appended", async (engine) => {
      const lease = await start(engine);
      const reader = engine.subscribe(alice, lease.taskId, { after: 1 })[Symbol.asyncIterator]();
      const next = reader.next();
      expect(await isPending(next)).toBe(true);
      await lease.append([chunk(lease, "now")]);
      const { value } = await next;
      expect(value.map(({ seq }: LogEntry) => seq)).toEqual([2]);
      await reader.return?.();
    });

    test("ends with the task, and immediately for a finished one", async (engine) => {
      const lease = await start(engine);
      await lease.append([chunk(lease, "a")]);
      await finish(lease);
      expect((await readLog(engine, lease, { after: 1 })).map(({ seq }) => seq)).toEqual([2, 3]);
      expect(await readLog(engine, lease, { after: 3 })).toEqual([]);
    });

    test("continues across the turns of a task", async (engine) => {
      const lease = await start(engine);
      const reading = readLog(engine, lease);
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      const next = await start(engine, follow(lease, "yes"));
      await finish(next);
      expect((await reading).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    });

    test("ends when aborted or exited, without affecting the task", async (engine) => {
      const lease = await start(engine);
      const controller = new AbortController();
      const aborted = (async () => {
        const seen: number[] = [];
        for await (const batch of engine.subscribe(alice, lease.taskId, { signal: controller.signal })) {
          seen.push(...batch.map(({ seq }) => seq));
        }
        return seen;
      })();
      const left = engine.subscribe(alice, lease.taskId, { after: 1 })[Symbol.asyncIterator]();
      const waiting = left.next();
      expect(await isPending(waiting)).toBe(true);
      await left.return?.();
      expect((await waiting).done).toBe(true);
      controller.abort();
      expect(await aborted).toEqual([1]);
      expect(await lease.append([chunk(lease, "still here")])).toBe(2);
    });

    test("is rejected for a missing or foreign task", async (engine) => {
      const lease = await start(engine);
      for (const [scope, taskId] of [
        [alice, "unknown"],
        [bob, lease.taskId],
      ] as const) {
        await expect(readLog(engine, { scope, taskId })).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
      }
    });
  });

  describe("a summary", () => {
    test("has what is known of a task without its text, for its owner only", async (engine) => {
      const lease = await start(engine);
      await lease.append([chunk(lease, "a")]);
      await finish(lease);
      const { id, contextId, version, state, seq, generation } = await load(engine, lease);
      expect(await engine.summary(alice, id)).toMatchObject({ id, contextId, version, state, seq, generation });
      expect(await engine.summary(bob, id)).toBeUndefined();
      expect(await engine.summary(alice, "missing")).toBeUndefined();
    });
  });

  describe("replay", () => {
    test("returns the task as of any event, or says that it cannot", async (engine) => {
      const lease = await start(engine);
      for (const text of ["a", "b", "c"])
        await lease.append([chunk(lease, text), status(lease, "TASK_STATE_WORKING", text)]);
      await finish(lease);
      const entries = await readLog(engine, lease);
      for (const { seq } of entries) {
        const at = await engine.taskAt(alice, lease.taskId, seq);
        expect(at).toMatchObject({ gap: false, stored: { seq, id: lease.taskId } });
        const expected = foldEvents(entries.slice(0, seq).map(({ event }) => event));
        expect(at?.stored.task).toEqual(expected);
        expect(at?.stored.state).toBe(expected?.status.state);
      }
      for (const seq of [0, entries.length + 1, 1_000_000]) {
        expect(await engine.taskAt(alice, lease.taskId, seq)).toMatchObject({
          gap: true,
          stored: { seq: entries.length },
        });
      }
      expect(
        (await engine.taskAt(alice, lease.taskId, 2, { artifacts: false }))?.stored.task.artifacts,
      ).toBeUndefined();
      expect(await engine.taskAt(bob, lease.taskId, 1)).toBeUndefined();
    });
  });

  describe("waiting", () => {
    test("for a reply skips the question of an earlier turn", async (engine) => {
      const lease = await start(engine);
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      expect((await engine.waitFor(alice, lease.taskId, { until: "settled" })).seq).toBe(2);
      const next = await start(engine, follow(lease, "yes"));
      const waiting = engine.waitFor(alice, lease.taskId, { until: "settled", after: next.seq });
      expect(await isPending(waiting)).toBe(true);
      await finish(next, "TASK_STATE_AUTH_REQUIRED");
      expect(await waiting).toMatchObject({ state: "TASK_STATE_AUTH_REQUIRED", seq: 4 });
    });

    test("for completion skips questions; for a change accepts any event", async (engine) => {
      const lease = await start(engine);
      const changed = engine.waitFor(alice, lease.taskId, { until: "changed", after: 1 });
      const ended = engine.waitFor(alice, lease.taskId, { until: "terminal", view: { historyLength: 0 } });
      await lease.append([chunk(lease, "a")]);
      expect((await changed).seq).toBe(2);
      await lease.append([status(lease, "TASK_STATE_INPUT_REQUIRED")]);
      expect(await isPending(ended)).toBe(true);
      await finish(lease);
      expect((await ended).task.history).toBeUndefined();
      expect((await engine.waitFor(alice, lease.taskId, { until: "changed", after: 99 })).state).toBe(
        "TASK_STATE_COMPLETED",
      );
    });

    test("ends on timeout, on abort, or with an error for a missing or foreign task", async (engine) => {
      const lease = await start(engine);
      expect(await engine.waitFor(alice, lease.taskId, { until: "settled", timeoutMs: 5 })).toMatchObject({ seq: 1 });
      expect(await engine.waitFor(alice, lease.taskId, { until: "settled", timeoutMs: 0 })).toMatchObject({ seq: 1 });
      const controller = new AbortController();
      const { signal } = controller;
      const waiting = engine.waitFor(alice, lease.taskId, { until: "settled", signal });
      controller.abort(new RangeError("enough"));
      await expect(waiting).rejects.toMatchObject({ name: "RangeError" });
      await expect(engine.waitFor(alice, lease.taskId, { until: "settled", signal })).rejects.toMatchObject({
        name: "RangeError",
      });
      for (const scope of [bob, { tenant: "blue", owner: "alice" }]) {
        const foreign = engine.waitFor(scope, lease.taskId, { until: "settled" });
        await expect(foreign).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
      }
    });
  });
}

/** Takes a snapshot, follows the log from there, and folds. */
async function followFromSnapshot(engine: TaskEngine, lease: { scope: typeof alice; taskId: string }) {
  const { task, seq } = await load(engine, lease);
  for (const { event } of await readLog(engine, lease, { after: seq })) applyEvent(task, event);
  if (!isTerminal(task.status.state)) throw new Error("the log ended early");
  return task;
}

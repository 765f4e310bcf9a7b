import { agentMessage } from "@a2a/types";
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
  load,
  readLog,
  say,
  start,
  status,
  taskOf,
} from "./kit.ts";

/** Incoming messages: new tasks, repeated sends, answers without a task. */
export function messagesChapter({ runner: { describe, expect }, test }: Chapter): void {
  describe("a repeated message", () => {
    test("is processed once, even when fifty copies arrive concurrently", async (engine) => {
      for (const create of ["now", "lazy"] as const) {
        const sent = command({ create });
        const all = await Promise.all(Array.from({ length: 50 }, () => engine.begin(sent)));
        const runs = all.flatMap((begun) => (begun.kind === "run" ? [begun.lease] : []));
        expect(runs).toHaveLength(1);
        for (const lease of runs) await finish(lease);
        const outcomes = await Promise.all(all.map((begun) => begun.outcome()));
        expect(new Set(outcomes.map((outcome) => taskOf(outcome).taskId)).size).toBe(1);
        expect((await engine.begin(sent)).kind).toBe("duplicate");
      }
      expect((await engine.list(alice, { pageSize: 10 })).totalSize).toBe(2);
    });

    test("is rejected without side effects when its content differs", async (engine) => {
      const sent = command();
      const lease = await start(engine, sent);
      await finish(lease);
      const before = await everything(engine, alice);
      const other = { ...sent, fingerprint: "other" };
      const error = { code: "INVALID_PARAMS", violations: [{ field: "message.messageId" }] };
      await expect(engine.begin(other)).rejects.toMatchObject(error);
      expect(await everything(engine, alice)).toEqual(before);
      const inFlight = command({ create: "lazy" });
      const running = await start(engine, inFlight);
      await expect(engine.begin({ ...inFlight, fingerprint: "other" })).rejects.toMatchObject(error);
      await running.release();
    });

    test("to a task returns the sequence number of the first, even after the task has finished", async (engine) => {
      const lease = await start(engine);
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      const sent = command(follow(lease, "more"));
      const second = await start(engine, sent);
      await finish(second);
      const again = await engine.begin(sent);
      expect(again.kind).toBe("duplicate");
      expect(taskOf(await again.outcome())).toEqual({ taskId: lease.taskId, contextId: lease.contextId, seq: 3 });
      expect((await load(engine, lease)).seq).toBe(4);
    });

    test("is processed every time when it is not marked repeatable", async (engine) => {
      const sent = command({ create: "lazy", repeatable: false, fingerprint: "1" });
      const tasks = await Promise.all([start(engine, sent), start(engine, { ...sent, fingerprint: "2" })]);
      for (const lease of tasks) await finish(lease);
      for (const text of ["one", "two"]) {
        const begun = await engine.begin(sent);
        if (begun.kind !== "run") throw new Error("expected a turn to run");
        await begun.lease.answer(agentMessage(text));
        expect(await begun.outcome()).toMatchObject({ message: { parts: [{ text }] } });
      }
      expect((await engine.list(alice, { pageSize: 10 })).totalSize).toBe(2);
    });

    test("is a different message for another owner or tenant", async (engine) => {
      const sent = command();
      const kinds = [];
      for (const scope of [alice, bob, { tenant: "blue", owner: "alice" }, { tenant: "", owner: "bluealice" }]) {
        kinds.push((await engine.begin({ ...sent, scope })).kind);
      }
      expect(kinds).toEqual(["run", "run", "run", "run"]);
    });

    test("is accepted when the first send was rejected", async (engine) => {
      const sent = command({ message: say("hi", { taskId: "unknown" }) });
      const both = await Promise.allSettled([engine.begin(sent), engine.begin(sent)]);
      expect(both.map((result) => result.status)).toEqual(["rejected", "rejected"]);
      const { taskId: _, ...message } = sent.message;
      expect((await engine.begin(command({ message }))).kind).toBe("run");
    });
  });

  describe("an answer without a task", () => {
    test("is returned to every sender of the message, concurrent or later", async (engine) => {
      const sent = command({ create: "lazy" });
      const first = await engine.begin(sent);
      const joined = await engine.begin(sent);
      if (first.kind !== "run") throw new Error("expected a turn to run");
      expect(joined.kind).toBe("duplicate");
      expect(await isPending(joined.outcome())).toBe(true);
      await first.lease.answer(agentMessage("hello yourself", { messageId: "a-1" }));
      const answer = { message: { messageId: "a-1", contextId: first.lease.contextId, role: "ROLE_AGENT" } };
      for (const begun of [first, joined, await engine.begin(sent)])
        expect(await begun.outcome()).toMatchObject(answer);
      expect(await engine.get(alice, first.lease.taskId)).toBeUndefined();
      expect((await engine.list(alice, { pageSize: 10 })).totalSize).toBe(0);
    });

    test("is rejected once the task exists", async (engine) => {
      const lease = await start(engine, { create: "lazy" });
      await lease.create();
      await expect(lease.answer(agentMessage("too late"))).rejects.toMatchObject({ name: "TypeError" });
      expect((await load(engine, lease)).seq).toBe(1);
    });

    test("ends the lease", async (engine) => {
      const lease = await start(engine, { create: "lazy" });
      await lease.answer(agentMessage("done"));
      await expect(lease.append([chunk(lease, "late")])).rejects.toMatchObject({ name: "FencedError" });
      expect(await lease.release()).toBeUndefined();
    });
  });

  describe("a task created late", () => {
    test("is invisible before the first append and complete afterwards", async (engine) => {
      const begun = await engine.begin(command({ create: "lazy" }));
      if (begun.kind !== "run") throw new Error("expected a turn to run");
      const { lease } = begun;
      expect(await engine.get(alice, lease.taskId)).toBeUndefined();
      expect(await isPending(begun.outcome())).toBe(true);
      expect(await lease.load()).toMatchObject({ id: lease.taskId, seq: 0, state: "TASK_STATE_SUBMITTED" });
      await lease.save({ step: 1 });
      expect(await lease.append([chunk(lease, "a")])).toBe(2);
      expect(await begun.outcome()).toEqual({ task: { taskId: lease.taskId, contextId: lease.contextId, seq: 1 } });
      expect((await readLog(engine, lease, { count: 2 })).map(({ event }) => Object.keys(event)[0])).toEqual([
        "task",
        "artifactUpdate",
      ]);
      await lease.append([status(lease, "TASK_STATE_INPUT_REQUIRED")]);
      await lease.release();
      expect((await start(engine, follow(lease, "go on"))).checkpoint).toEqual({ step: 1 });
    });

    test("that is never created rejects its waiters and releases the message id", async (engine) => {
      const sent = command({ create: "lazy" });
      const begun = await engine.begin(sent);
      const joined = await engine.begin(sent);
      if (begun.kind !== "run") throw new Error("expected a turn to run");
      await begun.lease.release();
      await expect(joined.outcome()).rejects.toMatchObject({ code: "INTERNAL" });
      expect((await engine.begin(sent)).kind).toBe("run");
    });

    test("lets a waiter abort", async (engine) => {
      const begun = await engine.begin(command({ create: "lazy" }));
      const controller = new AbortController();
      const waiting = begun.outcome({ signal: controller.signal });
      controller.abort(new RangeError("enough"));
      await expect(waiting).rejects.toMatchObject({ name: "RangeError" });
    });
  });
}

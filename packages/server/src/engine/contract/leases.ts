import { alice, type Chapter, chunk, command, finish, follow, isPending, load, readLog, start, status } from "./kit.ts";

/** Leases: fencing, release, takeover. */
export function leasesChapter({ runner: { describe, expect }, test, harness }: Chapter): void {
  describe("a lease", () => {
    test("cannot append after another holder has taken over the task", async (engine) => {
      const lost = await start(engine);
      await lost.release({ requeue: true });
      const [taken] = await engine.claim(1);
      if (!taken) throw new Error("expected the turn to be claimed");
      expect(taken).toMatchObject({ taskId: lost.taskId, turn: 1, attempt: 2, recovered: true });
      expect(taken.message).toEqual(lost.message);
      expect(taken.token).toBeGreaterThan(lost.token);
      for (const late of [() => lost.append([chunk(lost, "late")]), () => lost.save("late"), () => lost.create()]) {
        await expect(late()).rejects.toMatchObject({ name: "FencedError", reason: "stale", taskId: lost.taskId });
      }
      expect(await lost.take()).toBeUndefined();
      expect(await lost.release()).toBeUndefined();
      expect(await taken.append([chunk(taken, "mine")])).toBe(2);
      await finish(taken);
      expect(await readLog(engine, taken)).toHaveLength(3);
    });

    test("cannot append after its release", async (engine) => {
      const lease = await start(engine);
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      await expect(lease.append([chunk(lease, "late")])).rejects.toMatchObject({
        name: "FencedError",
        reason: "stale",
      });
      const next = await start(engine, follow(lease, "more"));
      await expect(lease.append([chunk(lease, "late")])).rejects.toMatchObject({
        name: "FencedError",
        reason: "stale",
      });
      expect(await next.append([chunk(next, "fine")])).toBe(4);
    });

    test("passes call facts, checkpoint and inbox to the next holder", async (engine) => {
      const lease = await start(engine, { call: { colour: "blue" } });
      await lease.save([1, 2]);
      await engine.begin(command({ ...follow(lease, "waiting"), call: { colour: "red" } }));
      await lease.release({ requeue: true });
      const [taken] = await engine.claim(5);
      expect(taken).toMatchObject({ call: { colour: "blue" }, checkpoint: [1, 2] });
      const next = taken && (await finish(taken, "TASK_STATE_INPUT_REQUIRED"));
      expect(next).toMatchObject({ call: { colour: "red" }, turn: 2, attempt: 1, recovered: false });
    });

    test("is claimed by one holder only, and claims respect their limit", async (engine) => {
      for (let n = 0; n < 3; n++) await (await start(engine)).release({ requeue: true });
      const claims = await Promise.all([engine.claim(2), engine.claim(2), engine.claim(2)]);
      // Concurrent claims may be served in any order.
      expect(claims.map((leases) => leases.length).sort()).toEqual([0, 1, 2]);
      expect(new Set(claims.flat().map(({ taskId }) => taskId)).size).toBe(3);
    });

    test("notifies waiters when a lease becomes claimable", async (engine) => {
      const lease = await start(engine);
      const bell = engine.ready("turns");
      expect(await isPending(bell)).toBe(true);
      await lease.release({ requeue: true });
      await bell;
      await engine.ready("turns");
      expect(await engine.claim(1)).toHaveLength(1);
    });

    test("of a queued turn accepts messages into the inbox", async (engine) => {
      const lease = await start(engine);
      await lease.release({ requeue: true });
      expect((await engine.begin(command(follow(lease, "meanwhile")))).kind).toBe("queued");
      const [taken] = await engine.claim(1);
      expect((await taken?.take())?.seq).toBe(2);
    });
  });

  describe("after a crash", () => {
    test("keeps every acknowledged event and makes the turn claimable", async (engine, opened) => {
      if (!opened.crash) return;
      const sent = command({ call: { colour: "blue" } });
      const lease = await start(engine, sent);
      await lease.append([chunk(lease, "a"), chunk(lease, "b")]);
      await lease.save({ step: 2 });
      const waiting = command(follow(lease, "waiting"));
      await engine.begin(waiting);
      const idle = await start(engine);
      await finish(idle, "TASK_STATE_INPUT_REQUIRED");
      const before = await load(engine, lease);
      const { engine: after } = await opened.crash();
      expect((await load(after, lease)).task).toEqual(before.task);
      expect((await after.begin(sent)).kind).toBe("duplicate");
      const claimed = await after.claim(10);
      expect(claimed).toHaveLength(1);
      const [again] = claimed;
      if (!again) throw new Error("expected the turn to be claimed");
      expect(again).toMatchObject({ taskId: lease.taskId, attempt: 2, recovered: true, checkpoint: { step: 2 } });
      expect(again).toMatchObject({ call: { colour: "blue" }, message: lease.message });
      expect(again.token).toBeGreaterThan(lease.token);
      expect(await again.append([chunk(again, "c")])).toBe(before.seq + 1);
      const next = await finish(again, "TASK_STATE_INPUT_REQUIRED");
      expect(next?.message.messageId).toBe(waiting.message.messageId);
      expect(await after.claim(10)).toEqual([]);
    });

    test("forgets a task that was never created, and accepts its message again", async (engine, opened) => {
      if (!opened.crash) return;
      const sent = command({ create: "lazy" });
      const lease = await start(engine, sent);
      const { engine: after } = await opened.crash();
      expect(await after.get(alice, lease.taskId)).toBeUndefined();
      expect((await after.begin(sent)).kind).toBe("run");
    });

    test("preserves answers without a task, lists, aliases and webhooks", async (engine, opened) => {
      if (!opened.crash) return;
      const plain = command({ create: "lazy" });
      await (await start(engine, plain)).answer({ messageId: "a", role: "ROLE_AGENT", parts: [{ text: "hi" }] });
      const lease = await start(engine, { alias: "mine" });
      const webhook = { config: { url: "https://hook.example/" }, version: "0.3" as const, principal: "alice" };
      const record = await engine.setWebhook(alice, lease.taskId, webhook);
      await lease.append([
        status(lease, "TASK_STATE_WORKING"),
        chunk(lease, "x"),
        status(lease, "TASK_STATE_COMPLETED"),
      ]);
      const page = await engine.list(alice, { pageSize: 5 });
      const { engine: after } = await opened.crash();
      expect(await (await after.begin(plain)).outcome()).toMatchObject({ message: { messageId: "a" } });
      expect(await after.resolveAlias(alice, "mine")).toBe(lease.taskId);
      expect((await after.list(alice, { pageSize: 5 })).tasks.map(({ json }) => json)).toEqual(
        page.tasks.map(({ json }) => json),
      );
      expect(await after.listWebhooks(alice, lease.taskId)).toEqual([record]);
      const [claim] = await after.claimWebhooks(5);
      expect(claim?.entries.map(({ seq }) => seq)).toEqual([2, 3, 4]);
    });
  });

  describe(`${harness.name} leases under load`, () => {
    test("let exactly one of many competing holders write the terminal status", async (engine) => {
      for (let round = 0; round < 20; round++) {
        const first = await start(engine);
        await first.release({ requeue: true });
        const [second] = await engine.claim(1);
        if (!second) throw new Error("expected the turn to be claimed");
        const ends = await Promise.allSettled([
          first.append([status(first, "TASK_STATE_COMPLETED")]),
          second.append([status(second, "TASK_STATE_COMPLETED")]),
          first.append([status(first, "TASK_STATE_FAILED")]),
          second.append([status(second, "TASK_STATE_FAILED")]),
        ]);
        expect(ends.map((end) => end.status)).toEqual(["rejected", "fulfilled", "rejected", "rejected"]);
        expect(await readLog(engine, second)).toHaveLength(2);
      }
    });
  });
}

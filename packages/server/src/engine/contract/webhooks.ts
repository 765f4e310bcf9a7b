import type { NewWebhook, TaskEngine } from "../port/task-engine.ts";
import { alice, bob, type Chapter, chunk, command, finish, follow, isPending, start, status } from "./kit.ts";

/** Webhooks: registration and delivery cursors. */
export function webhooksChapter({ runner: { describe, expect }, test }: Chapter): void {
  describe("webhooks", () => {
    test("are created, read, replaced and deleted", async (engine) => {
      const { taskId } = await start(engine);
      const made = await engine.setWebhook(alice, taskId, hook());
      expect(made).toMatchObject({ taskId, version: "0.3", principal: "alice", nextSeq: 2, attempts: 0 });
      expect(made.config).toMatchObject({ id: made.id, taskId, url: "https://hook.example/", token: "secret" });
      const named = await engine.setWebhook(alice, taskId, hook({ id: "mine" }));
      expect(await engine.listWebhooks(alice, taskId)).toEqual([made, named]);
      const replaced = await engine.setWebhook(alice, taskId, hook({ id: "mine", url: "https://other.example/" }));
      expect(await engine.getWebhook(alice, taskId, "mine")).toEqual(replaced);
      expect(await engine.listWebhooks(alice, taskId)).toHaveLength(2);
      expect(await engine.deleteWebhook(alice, taskId, "mine")).toBe(true);
      expect(await engine.deleteWebhook(alice, taskId, "mine")).toBe(false);
      expect(await engine.getWebhook(alice, taskId, "mine")).toBeUndefined();
    });

    test("that one sender is claiming do not keep another one busy", async (engine) => {
      const lease = await start(engine);
      await engine.setWebhook(alice, lease.taskId, hook());
      await lease.append([chunk(lease, "a")]);
      const stop = new AbortController();
      const claiming = engine.claimWebhooks(1).finally(() => stop.abort());
      const others: unknown[] = [];
      let looks = 0;
      // A sender that never lets others run would look for ever.
      while (!stop.signal.aborted && looks < 1_000) {
        await engine.ready("webhooks", { signal: stop.signal }).catch(() => undefined);
        if (!stop.signal.aborted) others.push(...(await engine.claimWebhooks(1)));
        looks += 1;
      }
      expect(looks).toBeLessThanOrEqual(100);
      expect([...(await claiming), ...others]).toHaveLength(1);
    });

    test("of a missing or foreign task are rejected like the task itself", async (engine) => {
      const { taskId } = await start(engine);
      await engine.setWebhook(alice, taskId, hook({ id: "mine" }));
      for (const [scope, id] of [
        [bob, taskId],
        [alice, "unknown"],
      ] as const) {
        for (const call of [
          () => engine.setWebhook(scope, id, hook()),
          () => engine.getWebhook(scope, id, "mine"),
          () => engine.listWebhooks(scope, id),
          () => engine.deleteWebhook(scope, id, "mine"),
        ]) {
          await expect(call()).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
        }
      }
      expect(await engine.listWebhooks(alice, taskId)).toHaveLength(1);
    });

    test(
      "are limited per task and per owner",
      async (engine) => {
        const [one, two] = [await start(engine), await start(engine)];
        for (const id of ["a", "b"]) await engine.setWebhook(alice, one.taskId, hook({ id }));
        await expect(engine.setWebhook(alice, one.taskId, hook())).rejects.toMatchObject({ code: "INVALID_PARAMS" });
        await engine.setWebhook(alice, one.taskId, hook({ id: "a" }));
        await engine.setWebhook(alice, two.taskId, hook());
        await expect(engine.setWebhook(alice, two.taskId, hook())).rejects.toMatchObject({ code: "INVALID_PARAMS" });
        const refused = engine.begin(command({ webhook: hook() }));
        await expect(refused).rejects.toMatchObject({ code: "INVALID_PARAMS" });
        expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(2);
        expect((await start(engine, { scope: bob, webhook: hook() })).taskId.length).toBeGreaterThan(0);
      },
      { maxWebhooksPerTask: 2, maxWebhooksPerOwner: 3 },
    );

    test("registered with a message receive every event of a new task, or those after the message", async (engine) => {
      for (const create of ["now", "lazy"] as const) {
        const lease = await start(engine, { create, webhook: hook() });
        await lease.append([status(lease, "TASK_STATE_INPUT_REQUIRED")]);
        await lease.release();
        expect((await engine.claimWebhooks(1))[0]?.entries.map(({ seq }) => seq)).toEqual([1, 2]);
        const next = await start(engine, { ...follow(lease, "more"), webhook: hook({ id: "later" }) });
        expect(await engine.getWebhook(alice, lease.taskId, "later")).toMatchObject({ nextSeq: 4 });
        await finish(next);
        await engine.deleteWebhook(alice, lease.taskId, "later");
        const [first] = await engine.listWebhooks(alice, lease.taskId);
        if (first) await engine.deleteWebhook(alice, lease.taskId, first.id);
      }
      const plain = await start(engine, { create: "lazy", webhook: hook() });
      await plain.answer({ messageId: "a", role: "ROLE_AGENT", parts: [{ text: "hi" }] });
      expect(await engine.claimWebhooks(5)).toEqual([]);
    });

    test("deliver in order from a cursor that advances on acknowledgement", async (engine) => {
      const lease = await start(engine);
      const { id } = await engine.setWebhook(alice, lease.taskId, hook());
      expect(await engine.claimWebhooks(5)).toEqual([]);
      for (const text of ["a", "b", "c"]) await lease.append([chunk(lease, text)]);
      const claim = await only(engine);
      expect(claim.record).toMatchObject({ id, taskId: lease.taskId, scope: alice, nextSeq: 2 });
      expect(claim.entries.map(({ seq }) => seq)).toEqual([2, 3, 4]);
      expect(await engine.claimWebhooks(5)).toEqual([]);
      await claim.advance(2);
      await claim.advance(3);
      await claim.release();
      const again = await only(engine);
      expect(again.entries.map(({ seq }) => seq)).toEqual([4]);
      await again.advance(4);
      await again.release();
      expect(await engine.claimWebhooks(5)).toEqual([]);
      await finish(lease);
      expect((await only(engine)).entries.map(({ seq }) => seq)).toEqual([5]);
    });

    test("are retried later, counting attempts until one succeeds", async (engine) => {
      const lease = await start(engine);
      const { id } = await engine.setWebhook(alice, lease.taskId, hook());
      await finish(lease);
      for (const attempts of [0, 1, 2]) {
        const claim = await only(engine);
        expect(claim.record.attempts).toBe(attempts);
        await claim.retry(0);
      }
      const claim = await only(engine);
      await claim.retry(3_600_000);
      expect(await engine.claimWebhooks(5)).toEqual([]);
      const kept = await engine.getWebhook(alice, lease.taskId, id);
      expect(kept).toMatchObject({ attempts: 4, nextSeq: 2 });
      expect(kept?.retryAt ?? 0).toBeGreaterThan(Date.now() + 3_000_000);
      expect(await isPending(engine.ready("webhooks"))).toBe(true);
    });

    test("notify waiters of new events and of due retries", async (engine) => {
      const lease = await start(engine);
      await engine.setWebhook(alice, lease.taskId, hook());
      const bell = engine.ready("webhooks");
      expect(await isPending(bell)).toBe(true);
      await lease.append([chunk(lease, "a")]);
      await bell;
      const claim = await only(engine);
      const second = engine.ready("webhooks");
      expect(await isPending(second)).toBe(true);
      await claim.retry(15);
      // One notification when the claim ends, another when the retry is due.
      for (let claims = await engine.claimWebhooks(1); claims.length === 0; claims = await engine.claimWebhooks(1)) {
        await engine.ready("webhooks");
      }
      const controller = new AbortController();
      const third = engine.ready("webhooks", { signal: controller.signal });
      controller.abort(new RangeError("enough"));
      await expect(third).rejects.toMatchObject({ name: "RangeError" });
    });

    test("replaced or deleted in the meantime are not advanced by a stale claim", async (engine) => {
      const lease = await start(engine);
      await engine.setWebhook(alice, lease.taskId, hook({ id: "mine" }));
      await lease.append([chunk(lease, "a"), chunk(lease, "b")]);
      const old = await only(engine);
      await engine.setWebhook(alice, lease.taskId, hook({ id: "mine" }));
      await old.advance(3);
      await old.retry(3_600_000);
      expect(await engine.getWebhook(alice, lease.taskId, "mine")).toMatchObject({ nextSeq: 4, attempts: 0 });
      await lease.append([chunk(lease, "c")]);
      const current = await only(engine);
      await engine.deleteWebhook(alice, lease.taskId, "mine");
      await current.advance(4);
      expect(await engine.listWebhooks(alice, lease.taskId)).toEqual([]);
    });

    test("can be read and created after the task has finished", async (engine) => {
      const lease = await start(engine);
      await engine.setWebhook(alice, lease.taskId, hook({ id: "early" }));
      await finish(lease);
      await engine.setWebhook(alice, lease.taskId, hook({ id: "late" }));
      expect((await engine.listWebhooks(alice, lease.taskId)).map(({ id }) => id)).toEqual(["early", "late"]);
      const claim = await only(engine);
      expect(claim.record.id).toBe("early");
    });

    test("are claimed across scopes, each by one sender, up to the limit", async (engine) => {
      for (const scope of [alice, bob, alice]) {
        const lease = await start(engine, { scope, webhook: hook() });
        await finish(lease);
      }
      const claims = [await engine.claimWebhooks(2), await engine.claimWebhooks(2), await engine.claimWebhooks(2)];
      expect(claims.map((batch) => batch.length)).toEqual([2, 1, 0]);
    });
  });
}

function hook(config: Partial<NewWebhook["config"]> = {}): NewWebhook {
  return { config: { url: "https://hook.example/", token: "secret", ...config }, version: "0.3", principal: "alice" };
}

async function only(engine: TaskEngine) {
  const claims = await engine.claimWebhooks(5);
  const [claim] = claims;
  if (!claim || claims.length > 1) throw new Error(`expected one claim, got ${claims.length}`);
  return claim;
}

import { alice, bob, type Chapter, chunk, command, finish, follow, load, readLog, start, status } from "./kit.ts";

/** Cancellation: races, grace periods, fencing. */
export function cancelChapter({ runner: { describe, expect }, test }: Chapter): void {
  describe("cancel", () => {
    test("cancels an idle task immediately (R-51)", async (engine) => {
      const asking = await start(engine);
      await finish(asking, "TASK_STATE_INPUT_REQUIRED");
      const queued = await start(engine);
      await queued.release({ requeue: true });
      for (const lease of [asking, queued]) {
        const canceled = await engine.cancel(alice, lease.taskId);
        expect(canceled.task.status.state).toBe("TASK_STATE_CANCELED");
        expect((await readLog(engine, lease)).at(-1)?.seq).toBe(canceled.seq);
      }
      expect(await engine.claim(5)).toEqual([]);
    });

    test("rejects a finished task, and is idempotent for a canceled one (R-48, R-49, R-50)", async (engine) => {
      for (const state of ["TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_REJECTED"] as const) {
        const lease = await start(engine);
        await finish(lease, state);
        await expect(engine.cancel(alice, lease.taskId)).rejects.toMatchObject({ code: "TASK_NOT_CANCELABLE" });
      }
      const lease = await start(engine);
      await lease.release();
      const first = await engine.cancel(alice, lease.taskId);
      expect((await engine.cancel(alice, lease.taskId)).json).toBe(first.json);
      for (const [scope, id] of [
        [bob, lease.taskId],
        [alice, "unknown"],
      ] as const) {
        await expect(engine.cancel(scope, id)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
      }
    });

    test("signals the lease holder, which decides the terminal status (R-52)", async (engine) => {
      const lease = await start(engine);
      lease.onStop(() => {
        lease.append([status(lease, "TASK_STATE_CANCELED", "tidied up")]).then(
          () => lease.release(),
          () => undefined,
        );
      });
      const canceled = await engine.cancel(alice, lease.taskId, { metadata: { why: "enough" } });
      expect(lease.stopReason).toMatchObject({ name: "CancelRequested", metadata: { why: "enough" } });
      expect(canceled.task.status).toMatchObject({
        state: "TASK_STATE_CANCELED",
        message: { parts: [{ text: "tidied up" }] },
      });
    });

    test("revokes the lease of a holder that ignores the request", async (engine) => {
      const lease = await start(engine);
      await engine.begin(command(follow(lease, "waiting in the inbox")));
      const canceled = await engine.cancel(alice, lease.taskId, { graceMs: 10 });
      expect(canceled.state).toBe("TASK_STATE_CANCELED");
      for (const late of [chunk(lease, "zombie"), status(lease, "TASK_STATE_COMPLETED")]) {
        await expect(lease.append([late])).rejects.toMatchObject({ name: "FencedError" });
      }
      expect(await lease.release()).toBeUndefined();
      expect((await load(engine, lease)).json).toBe(canceled.json);
      expect((await readLog(engine, lease)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    });

    test("takes effect when the holder releases the lease without a terminal status", async (engine) => {
      const lease = await start(engine);
      const canceling = engine.cancel(alice, lease.taskId, { graceMs: 60_000 });
      lease.onStop(() => {
        lease.append([status(lease, "TASK_STATE_INPUT_REQUIRED")]).then(
          () => lease.release(),
          () => undefined,
        );
      });
      expect((await canceling).state).toBe("TASK_STATE_CANCELED");
    });

    test("has no effect on a task that completes first", async (engine) => {
      const lease = await start(engine);
      const canceling = engine.cancel(alice, lease.taskId, { graceMs: 60_000 });
      lease.onStop(() => {
        finish(lease).catch(() => undefined);
      });
      await expect(canceling).rejects.toMatchObject({ code: "TASK_NOT_CANCELABLE" });
      expect((await load(engine, lease)).state).toBe("TASK_STATE_COMPLETED");
    });

    test("racing with completion leaves one terminal status that every reader sees", async (engine) => {
      for (let round = 0; round < 150; round++) {
        const lease = await start(engine, { create: round % 2 ? "now" : "lazy" });
        await lease.append([chunk(lease, "working")]);
        const reading = readLog(engine, lease);
        const pause = async (turns: number) => {
          for (let n = 0; n < turns; n++) await Promise.resolve();
        };
        const [completed, ...canceled] = await Promise.allSettled([
          pause(round % 7).then(() => finish(lease)),
          pause(round % 5).then(() => engine.cancel(alice, lease.taskId, { graceMs: round % 3 })),
          pause(round % 3).then(() => engine.cancel(alice, lease.taskId, { graceMs: round % 2 })),
        ]);
        const log = await reading;
        const ends = log.flatMap(({ event }) => ("statusUpdate" in event ? [event.statusUpdate.status.state] : []));
        expect(ends).toHaveLength(1);
        expect(log.at(-1)?.answered).toBe(log.length - 1);
        expect((await load(engine, lease)).state).toBe(ends[0]);
        const won = ends[0] === "TASK_STATE_CANCELED";
        expect(completed?.status).toBe(won ? "rejected" : "fulfilled");
        expect(new Set(canceled.map((result) => result.status))).toEqual(new Set([won ? "fulfilled" : "rejected"]));
      }
    });
  });
}

import { foldEvents, type LogEvent } from "@a2a/types";
import {
  alice,
  type Chapter,
  chunk,
  command,
  everything,
  finish,
  follow,
  load,
  readLog,
  say,
  start,
  status,
} from "./kit.ts";

/** The log, its sequence numbers, and the task as its fold. */
export function logChapter({ runner: { describe, expect }, test }: Chapter): void {
  describe("the log", () => {
    test("begins with the task, whose history holds the message", async (engine) => {
      const lease = await start(engine, { message: say("hello", { messageId: "m-1" }), metadata: { colour: "blue" } });
      const [first] = await readLog(engine, lease, { count: 1 });
      expect(first?.seq).toBe(1);
      expect(first?.event).toMatchObject({
        task: {
          id: lease.taskId,
          contextId: lease.contextId,
          status: { state: "TASK_STATE_SUBMITTED" },
          history: [{ messageId: "m-1", taskId: lease.taskId, contextId: lease.contextId }],
          metadata: { colour: "blue" },
        },
      });
      expect(lease).toMatchObject({ seq: 1, turn: 1, attempt: 1, recovered: false, message: { messageId: "m-1" } });
    });

    test("is numbered without gaps in call order, even when calls are not awaited", async (engine) => {
      const lease = await start(engine);
      const numbers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => lease.append([chunk(lease, `${n}`), chunk(lease, "-")])),
      );
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => 2 * n + 3));
      await finish(lease);
      const entries = await readLog(engine, lease);
      expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 202 }, (_, n) => n + 1));
      const texts = entries.flatMap(({ event }) =>
        "artifactUpdate" in event ? event.artifactUpdate.artifact.parts : [],
      );
      expect(texts.map((part) => "text" in part && part.text).join("")).toBe(
        Array.from({ length: 100 }, (_, n) => `${n}-`).join(""),
      );
    });

    test("reports the result of every enqueued append exactly once, with the reason for a rejection", async (engine) => {
      const lease = await start(engine);
      const told: unknown[] = [];
      const decided = Promise.withResolvers<void>();
      const put = (name: string, events: LogEvent[]) =>
        lease.enqueue(events, (refusal, seq) => {
          told.push([name, refusal instanceof Error ? refusal.name : seq]);
          if (told.length === 4) decided.resolve();
        });
      put("two", [chunk(lease, "a"), chunk(lease, "b")]);
      put("one", [chunk(lease, "c")]);
      put("end", [status(lease, "TASK_STATE_COMPLETED")]);
      put("late", [chunk(lease, "d")]);
      await decided.promise;
      expect(told).toEqual([
        ["two", 3],
        ["one", 4],
        ["end", 5],
        ["late", "FencedError"],
      ]);
      put("alien", [chunk({ ...lease, taskId: "another" }, "x")]);
      expect(told.slice(4)).toEqual([["alien", "TypeError"]]);
      expect((await readLog(engine, lease)).map(({ seq, isShown }) => [seq, isShown])).toEqual(
        [1, 2, 3, 4, 5].map((seq) => [seq, true]),
      );
    });

    test("folds to the stored task after every turn", async (engine) => {
      const lease = await start(engine);
      await lease.append([status(lease, "TASK_STATE_WORKING", "thinking"), chunk(lease, "a"), chunk(lease, "b")]);
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      const second = await start(engine, follow(lease, "more"));
      await second.append([chunk(second, "c"), status(second, "TASK_STATE_COMPLETED", "done")]);
      const entries = await readLog(engine, lease);
      expect(entries.map(({ event }) => Object.keys(event)[0])).toEqual([
        "task",
        "statusUpdate",
        "artifactUpdate",
        "artifactUpdate",
        "statusUpdate",
        "received",
        "artifactUpdate",
        "statusUpdate",
      ]);
      const stored = await load(engine, lease);
      expect(stored.task).toEqual(foldEvents(entries.map(({ event }) => event)));
      expect(stored).toMatchObject({ seq: 8, state: "TASK_STATE_COMPLETED", version: "1.0" });
    });

    test("keeps the text and the object of an entry equal, unaffected by later mutation", async (engine) => {
      const lease = await start(engine);
      const event = chunk(lease, "before");
      const appended = lease.append([event]);
      if ("artifactUpdate" in event) event.artifactUpdate.artifact.parts = [{ text: "after" }];
      await appended;
      await finish(lease);
      const entries = await readLog(engine, lease);
      for (const entry of entries) expect(JSON.parse(entry.json)).toEqual(entry.event);
      expect(entries[1]?.json.includes("before")).toBe(true);
      const stored = await load(engine, lease);
      expect(JSON.parse(stored.json)).toEqual(stored.task);
      stored.task.status.state = "TASK_STATE_FAILED";
      expect((await load(engine, lease)).task.status.state).toBe("TASK_STATE_COMPLETED");
    });

    test(
      "adds a timestamp to a status that has none",
      async (engine) => {
        const lease = await start(engine);
        await lease.append([status(lease, "TASK_STATE_WORKING")]);
        expect((await load(engine, lease)).task.status.timestamp).toBe("2026-03-01T09:15:00.250Z");
        const event = status(lease, "TASK_STATE_WORKING");
        if ("statusUpdate" in event) event.statusUpdate.status.timestamp = "2025-01-01T00:00:00Z";
        await lease.append([event]);
        expect((await load(engine, lease)).task.status.timestamp).toBe("2025-01-01T00:00:00Z");
      },
      { now: () => Date.parse("2026-03-01T09:15:00.250Z") },
    );

    test("appends a batch atomically", async (engine) => {
      const lease = await start(engine);
      const before = await everything(engine, alice);
      const refused: LogEvent[][] = [
        [chunk(lease, "a"), status(lease, "TASK_STATE_COMPLETED"), chunk(lease, "after the end")],
        [chunk(lease, "a"), status({ ...lease, taskId: "another" }, "TASK_STATE_WORKING")],
        [chunk(lease, "a"), { message: say("no event of a task") }],
        [chunk(lease, "a"), { received: say("nor is this for the agent to say") }],
        [chunk(lease, "a"), status(lease, "TASK_STATE_UNSPECIFIED")],
      ];
      for (const batch of refused) {
        const outcome = await lease.append(batch).then(
          () => "taken",
          () => "refused",
        );
        expect(outcome).toBe("refused");
      }
      expect(await everything(engine, alice)).toEqual(before);
    });

    test("ends with exactly one terminal status and rejects later appends", async (engine) => {
      const lease = await start(engine);
      await lease.append([status(lease, "TASK_STATE_COMPLETED")]);
      for (const event of [
        chunk(lease, "late"),
        status(lease, "TASK_STATE_FAILED"),
        status(lease, "TASK_STATE_COMPLETED"),
      ]) {
        await expect(lease.append([event])).rejects.toMatchObject({ name: "FencedError", reason: "terminal" });
      }
      expect(lease.stopReason).toBeUndefined();
      expect(await lease.release()).toBeUndefined();
      expect(await readLog(engine, lease)).toHaveLength(2);
    });

    test("accepts a terminal status while earlier appends are pending", async (engine) => {
      const lease = await start(engine, { create: "lazy" });
      const numbers = Promise.all([
        lease.append([chunk(lease, "a")]),
        lease.append([status(lease, "TASK_STATE_COMPLETED")]),
        lease.release(),
      ]);
      expect((await numbers).slice(0, 2)).toEqual([2, 3]);
      expect(lease.stopReason).toBeUndefined();
    });

    test("rejects the appends enqueued behind a rejected one", async (engine) => {
      const lease = await start(engine, { create: "lazy" });
      const appended = await Promise.allSettled([
        lease.append([status(lease, "TASK_STATE_WORKING"), chunk(lease, "a")]),
        lease.append([status(lease, "TASK_STATE_SUBMITTED")]),
        lease.append([chunk(lease, "c")]),
        lease.append([status(lease, "TASK_STATE_COMPLETED")]),
      ]);
      const refused = { reason: { name: "TypeError" } };
      expect(appended).toMatchObject([{ value: 3 }, refused, refused, refused]);
      expect(await lease.append([status(lease, "TASK_STATE_FAILED")])).toBe(4);
      expect((await readLog(engine, lease)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    });

    test("is unaffected by later mutation of appended objects", async (engine) => {
      const lease = await start(engine, { create: "lazy" });
      const event = chunk(lease, "said");
      const appended = lease.append([event]);
      if ("artifactUpdate" in event) event.artifactUpdate.artifact.parts[0] = { text: "changed" };
      await appended;
      expect((await load(engine, lease)).task.artifacts?.[0]?.parts).toEqual([{ text: "said" }]);
    });

    test("returns the requested view of a task (R-33, R-34, R-40, R-41)", async (engine) => {
      const lease = await start(engine);
      await lease.append([status(lease, "TASK_STATE_WORKING", "one"), status(lease, "TASK_STATE_WORKING", "two")]);
      const check = async () => {
        const view = async (asked: object) => (await engine.get(alice, lease.taskId, asked))?.task;
        expect((await view({ historyLength: 0 }))?.history).toBeUndefined();
        expect((await view({ historyLength: 1 }))?.history?.map(({ parts }) => parts)).toEqual([[{ text: "one" }]]);
        expect((await view({ historyLength: 9 }))?.history).toHaveLength(2);
        expect((await view({}))?.artifacts).toBeUndefined();
        expect((await view({ artifacts: true }))?.artifacts).toEqual([]);
        await lease.append([chunk(lease, "x")]);
        expect((await view({}))?.artifacts).toHaveLength(1);
        expect((await view({ artifacts: false }))?.artifacts).toBeUndefined();
      };
      await check();
      await finish(lease);
      expect((await engine.get(alice, lease.taskId, { historyLength: 1, artifacts: false }))?.task).toMatchObject({
        history: [{ parts: [{ text: "two" }] }],
      });
    });

    test(
      "limits the number of events, but always accepts a terminal status",
      async (engine) => {
        const lease = await start(engine);
        await lease.append([chunk(lease, "a"), chunk(lease, "b")]);
        await expect(lease.append([chunk(lease, "c")])).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
        expect(await lease.append([status(lease, "TASK_STATE_FAILED")])).toBe(4);
      },
      { maxEvents: 3 },
    );

    test(
      "limits the size of a task, but always accepts a terminal status",
      async (engine) => {
        await expect(engine.begin(command({ message: say("x".repeat(1_000)) }))).rejects.toMatchObject({
          code: "PAYLOAD_TOO_LARGE",
        });
        const lease = await start(engine);
        await expect(lease.append([chunk(lease, "x".repeat(2_000))])).rejects.toMatchObject({
          code: "PAYLOAD_TOO_LARGE",
        });
        await lease.append([chunk(lease, "x".repeat(500)), status(lease, "TASK_STATE_INPUT_REQUIRED")]);
        await lease.release();
        const long = command(follow(lease, "y".repeat(1_000)));
        await expect(engine.begin(long)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
        const next = await start(engine, follow(lease, "z"));
        await next.append([status(next, "TASK_STATE_FAILED", "f".repeat(2_000))]);
        expect((await load(engine, lease)).state).toBe("TASK_STATE_FAILED");
      },
      { maxTaskSize: 1_000 },
    );
  });
}

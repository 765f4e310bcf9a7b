import type { LogEvent } from "@a2a/types";
import type { Lease } from "../port/task-engine.ts";
import {
  type Chapter,
  type ContractEngineOptions,
  chunk,
  command,
  type FailingEngine,
  finish,
  load,
  start,
  status,
  textsOf,
} from "./kit.ts";

const unavailable = { code: "UNAVAILABLE" };

/** A storage that fails: the output of an agent is stored whole and in order, or its task does not complete. */
export function outagesChapter({ runner: { describe, it, expect }, harness }: Chapter): void {
  const { openFailing } = harness;
  if (!openFailing) return;
  const test = (title: string, body: (failing: FailingEngine) => Promise<void>, options: ContractEngineOptions = {}) =>
    it(title, async () => {
      const failing = await openFailing.call(harness, options);
      try {
        await body(failing);
      } finally {
        await failing.close();
      }
    });

  describe("a storage that fails", () => {
    test("repeats appends until the outage is over, in order", async ({ engine, fail, repair }) => {
      const lease = await start(engine);
      await lease.append([chunk(lease, "0")]);
      await fail();
      const appended = ["1", "2", "3"].map((text) => lease.append([chunk(lease, text)]));
      await underWay();
      appended.push(lease.append([chunk(lease, "4"), completed(lease)]));
      await underWay();
      await repair();
      expect(await Promise.all(appended)).toEqual([3, 4, 5, 7]);
      expect(await textsOf(engine, lease)).toEqual(["0", "1", "2", "3", "4"]);
      expect((await load(engine, lease)).state).toBe("TASK_STATE_COMPLETED");
    });

    test(
      "writes nothing behind a refused append, even if the storage is back by then",
      async ({ engine, hold, fail, repair }) => {
        const lease = await start(engine);
        await lease.append([chunk(lease, "0")]);
        await hold();
        const calls = [[chunk(lease, "1")], [chunk(lease, "2")], [chunk(lease, "3"), completed(lease)]];
        const appending: Promise<number>[] = [];
        for (const events of calls) {
          appending.push(lease.append(events));
          await underWay();
        }
        const settled = Promise.allSettled(appending);
        await fail();
        await repair();
        const stored = (await settled).map((result) => result.status === "fulfilled");
        // A storage may have accepted the first ones before it failed.
        const count = stored.indexOf(false) === -1 ? stored.length : stored.indexOf(false);
        expect(stored).toEqual(stored.map((_, index) => index < count));
        if (count < calls.length) await finish(lease, "TASK_STATE_FAILED");
        expect(await textsOf(engine, lease)).toEqual(["0", "1", "2", "3"].slice(0, count + 1));
      },
      { retryMs: 0 },
    );

    test(
      "refuses a checkpoint for the reason of the end before it, which was not stored",
      async ({ engine, fail, repair }) => {
        const lease = await start(engine);
        await fail();
        const both = Promise.allSettled([lease.append([completed(lease)]), lease.save({ step: 1 })]);
        await underWay();
        await repair();
        const [ended, saved] = await both;
        // A storage may wait for its repair, and accept the end.
        const isEnded = ended.status === "fulfilled";
        expect(saved).toMatchObject({ reason: isEnded ? { name: "FencedError" } : unavailable });
        if (!isEnded) await finish(lease, "TASK_STATE_FAILED");
        expect((await load(engine, lease)).state).toBe(isEnded ? "TASK_STATE_COMPLETED" : "TASK_STATE_FAILED");
      },
      { retryMs: 0 },
    );

    test(
      "creates no task out of events behind refused ones",
      async ({ engine, hold, fail, repair }) => {
        const begun = await engine.begin(command({ create: "lazy" }));
        if (begun.kind !== "run") throw new Error("expected a turn to run");
        const { lease } = begun;
        const outcome = begun.outcome().catch((error: unknown) => error);
        await hold();
        const first = lease.append([chunk(lease, "0")]);
        await underWay();
        const settled = Promise.allSettled([first, lease.append([chunk(lease, "1"), completed(lease)])]);
        await fail();
        await repair();
        const [created, ended] = (await settled).map((result) => result.status);
        expect(created).toBe(ended);
        await lease.release();
        if (created === "fulfilled") expect(await textsOf(engine, lease)).toEqual(["0", "1"]);
        else expect(await outcome).toMatchObject(unavailable);
      },
      { retryMs: 0 },
    );

    test(
      "saves no checkpoint behind a refused append",
      async ({ engine, hold, fail, repair }) => {
        const lease = await start(engine);
        await hold();
        const appended = lease.append([chunk(lease, "0")]);
        await underWay();
        const settled = Promise.allSettled([appended, lease.save("after 0")]);
        await fail();
        await repair();
        const [stored, saved] = (await settled).map((result) => result.status);
        expect(saved).toBe(stored);
        await lease.release({ requeue: true });
        const [again] = await engine.claim(1);
        expect(again?.checkpoint).toBe(saved === "fulfilled" ? "after 0" : undefined);
      },
      { retryMs: 0 },
    );
  });
}

function completed(lease: Lease): LogEvent {
  return status(lease, "TASK_STATE_COMPLETED");
}

/** Appends have been handed to the storage after two iterations of the event loop. */
async function underWay(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}

import type { Message } from "@a2a/types";
import type { Begun, Lease, TaskEngine } from "../port/task-engine.ts";
import {
  alice,
  bob,
  type Chapter,
  chunk,
  command,
  type EnginePair,
  finish,
  follow,
  load,
  readLog,
  say,
  start,
  status,
  taskOf,
} from "./kit.ts";

/** For tests that wait until a lease has expired. */
const SHORT_MS = 400;

/** Two engines on one storage: the effects of one hold for the other. */
export function sharingChapter({ runner: { describe, it, expect }, harness }: Chapter): void {
  const { openPair } = harness;
  if (!openPair) return;
  // Leases expire only where a test is about that: a busy machine may be late to renew short ones.
  const test = (title: string, body: (pair: EnginePair) => Promise<void>, leaseMs = 60_000) =>
    it(title, async () => {
      const pair = await openPair.call(harness, { leaseMs });
      try {
        await body(pair);
      } finally {
        await pair.close();
      }
    });

  describe("two engines on one storage", () => {
    for (const create of ["now", "lazy"] as const) {
      test(`process a message sent to both once (created ${create})`, async ({ first, second }) => {
        const sent = command({ create, message: say("once") });
        const sending = [first.begin(sent), second.begin(sent)];
        // The other begin may block until this message has its answer.
        const lease = await Promise.any(sending.map(async (begun) => leaseOf(await begun)));
        await lease.append([chunk(lease, "done")]);
        await finish(lease);
        const both = await Promise.all(sending);
        expect(both.map(({ kind }) => kind).sort()).toEqual(["duplicate", "run"]);
        const [one, other] = await Promise.all(both.map(async (each) => taskOf(await each.outcome())));
        expect(one).toEqual(other);
        expect((await second.list(alice, { pageSize: 5 })).totalSize).toBe(1);
      });
    }

    test("answer a repeated message with the answer the other engine gave", async ({ first, second }) => {
      const sent = command({ create: "lazy", message: say("hello") });
      const lease = leaseOf(await first.begin(sent));
      const answer: Message = { messageId: "a", role: "ROLE_AGENT", parts: [{ text: "hi" }] };
      const repeated = second.begin(sent);
      await lease.answer(answer);
      const duplicate = await repeated;
      expect(duplicate.kind).toBe("duplicate");
      expect(await duplicate.outcome()).toMatchObject({ message: { parts: [{ text: "hi" }] } });
    });

    test("reject a message id that the other engine knows with different content", async ({ first, second }) => {
      await start(first, { message: say("one", { messageId: "m" }) });
      const other = second.begin(command({ message: say("two", { messageId: "m" }) }));
      await expect(other).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    });

    test("assign an alias to one task only", async ({ first, second }) => {
      const named = (engine: TaskEngine) =>
        engine.begin(command({ alias: "mine", create: "lazy", message: say("go"), fingerprint: "same" }));
      const both = await Promise.all([named(first), named(second)]);
      expect(both.map(({ kind }) => kind).sort()).toEqual(["duplicate", "run"]);
      expect(await second.resolveAlias(alice, "mine")).toBe(await first.resolveAlias(alice, "mine"));
    });

    test("show the log of each other's tasks in order, as it grows", async ({ first, second }) => {
      const lease = await start(first);
      const reading = readLog(second, lease);
      for (const text of ["a", "b", "c"]) await lease.append([chunk(lease, text)]);
      await finish(lease);
      const entries = await reading;
      expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
      expect(entries.map(({ generation }) => generation)).toEqual([1, 2, 3, 4, 5]);
      expect((await load(second, lease)).json).toBe((await load(first, lease)).json);
    });

    test("wait for each other's tasks", async ({ first, second }) => {
      const lease = await start(first);
      const waiting = second.waitFor(alice, lease.taskId, { until: "settled" });
      await finish(lease);
      expect((await waiting).state).toBe("TASK_STATE_COMPLETED");
    });

    test("keep scopes apart", async ({ first, second }) => {
      const lease = await start(first);
      expect(await second.get(bob, lease.taskId)).toBeUndefined();
      await expect(second.cancel(bob, lease.taskId)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    });

    test("number a message received by one and events appended by the other without a gap", async (pair) => {
      const { first, second } = pair;
      const lease = await start(first);
      const work = Promise.all(["a", "b", "c"].map((text) => lease.append([chunk(lease, text)])));
      const queued = await second.begin(command(follow(lease, "more")));
      expect(queued.kind).toBe("queued");
      await work;
      const taken = await lease.take();
      expect(taken?.message.parts).toEqual([{ text: "more" }]);
      await finish(lease);
      const entries = await readLog(second, lease);
      expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(entries.map(({ generation }) => generation).at(-1)).toBe(5);
    });

    test("start the turn of a message received by the other engine when the previous turn ends", async (pair) => {
      const { first, second } = pair;
      const lease = await start(first);
      await second.begin(command(follow(lease, "next")));
      const next = await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      expect(next?.message.parts).toEqual([{ text: "next" }]);
    });

    test("cancel each other's tasks: the holder is signaled and ends its turn", async ({ first, second }) => {
      const lease = await start(first);
      const stopped = stopOf(lease);
      const canceling = second.cancel(alice, lease.taskId, { graceMs: 5_000, metadata: { why: "enough" } });
      expect(await stopped).toMatchObject({ name: "CancelRequested", metadata: { why: "enough" } });
      await lease.release();
      expect((await canceling).state).toBe("TASK_STATE_CANCELED");
      await expect(lease.append([chunk(lease, "late")])).rejects.toMatchObject({ name: "FencedError" });
    });

    test("fence a holder in the other engine that ignores a cancel request", async ({ first, second }) => {
      const lease = await start(first);
      const stopped = stopOf(lease);
      expect((await second.cancel(alice, lease.taskId, { graceMs: 1 })).state).toBe("TASK_STATE_CANCELED");
      await expect(lease.append([chunk(lease, "late")])).rejects.toMatchObject({ name: "FencedError" });
      await stopped;
      expect((await readLog(first, lease)).map(({ seq }) => seq)).toEqual([1, 2]);
    });

    test("claim a requeued turn once", async ({ first, second }) => {
      const lease = await start(first);
      await lease.release({ requeue: true });
      await second.ready("turns");
      const claimed = (await Promise.all([first.claim(5), second.claim(5)])).flat();
      expect(claimed.map(({ taskId, attempt }) => ({ taskId, attempt }))).toEqual([
        { taskId: lease.taskId, attempt: 2 },
      ]);
    });

    test("respect a lease as long as its engine renews it", async ({ first, second }) => {
      const [kept, lost] = [await start(first), await start(second)];
      await lost.release({ requeue: true });
      await second.ready("turns");
      const claimed = await second.claim(5);
      expect(claimed.map(({ taskId }) => taskId)).toEqual([lost.taskId]);
      expect(await kept.append([chunk(kept, "still here")])).toBe(2);
    });

    test(
      "take over an expired lease and fence its former holder",
      async (pair) => {
        const { first, second } = pair;
        const lease = await start(first, { call: { colour: "blue" } });
        await lease.append([chunk(lease, "a")]);
        const stopped = stopOf(lease);
        pair.pause();
        const [claimed] = await claimWhenReady(second);
        expect(claimed).toMatchObject({ taskId: lease.taskId, attempt: 2, recovered: true, call: { colour: "blue" } });
        const late = lease.append([chunk(lease, "late")]);
        late.catch(() => undefined);
        pair.resume();
        await expect(late).rejects.toMatchObject({ name: "FencedError" });
        expect(await stopped).toMatchObject({ name: "FencedError" });
        if (claimed) await finish(claimed);
        expect((await readLog(second, lease)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
      },
      SHORT_MS,
    );

    test(
      "reprocess a message whose first engine disappeared before answering",
      async (pair) => {
        const sent = command({ create: "lazy", message: say("again") });
        const former = leaseOf(await pair.first.begin(sent));
        pair.pause();
        const lease = leaseOf(await pair.second.begin(sent));
        pair.resume();
        await expect(former.append([chunk(former, "late")])).rejects.toMatchObject({ name: "FencedError" });
        await finish(lease);
        expect((await pair.second.list(alice, { pageSize: 5 })).totalSize).toBe(1);
      },
      SHORT_MS,
    );

    test("deliver to a webhook from one engine at a time", async ({ first, second }) => {
      const lease = await start(first, {
        webhook: { config: { url: "http://127.0.0.1/" }, version: "1.0", principal: "alice" },
      });
      await lease.append([status(lease, "TASK_STATE_WORKING")]);
      const claims = (await Promise.all([first.claimWebhooks(5), second.claimWebhooks(5)])).flat();
      expect(claims).toHaveLength(1);
      await claims[0]?.advance(1);
      await claims[0]?.release();
      const [again] = await second.claimWebhooks(5);
      expect(again?.entries.map(({ seq }) => seq)).toEqual([2]);
    });
  });
}

/** The lease of a message that starts a turn. */
function leaseOf(begun: Begun): Lease {
  if (begun.kind !== "run") throw new Error(`expected a turn to run, got ${begun.kind}`);
  return begun.lease;
}

/** The abort reason of a lease. */
function stopOf(lease: Lease): Promise<Error> {
  return new Promise((resolve) => lease.onStop(resolve));
}

async function claimWhenReady(engine: TaskEngine): Promise<Lease[]> {
  for (;;) {
    await engine.ready("turns");
    const claimed = await engine.claim(5);
    if (claimed.length > 0) return claimed;
  }
}

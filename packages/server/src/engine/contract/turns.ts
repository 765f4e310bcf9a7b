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

/** Continuing tasks: authorization, inbox, aliases. */
export function turnsChapter({ runner: { describe, expect }, test }: Chapter): void {
  describe("a message to a task", () => {
    test("starts the next turn with the saved checkpoint", async (engine) => {
      const lease = await start(engine, { call: { colour: "blue" } });
      expect(lease.call).toEqual({ colour: "blue" });
      await lease.save({ page: 3 });
      await lease.save({ page: 4 });
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      const next = await start(engine, follow(lease, "go on", { contextId: lease.contextId }));
      expect(next).toMatchObject({ taskId: lease.taskId, seq: 3, turn: 2, attempt: 1, checkpoint: { page: 4 } });
      expect(next.token).toBeGreaterThan(lease.token);
      expect((await next.load()).task.history).toHaveLength(2);
    });

    test("is rejected without side effects for a missing, foreign or finished task, or one in another context", async (engine) => {
      const lease = await start(engine);
      const over = await start(engine);
      await finish(over);
      const before = await everything(engine, alice);
      const refusal = async (scope: typeof alice, members: object) =>
        engine.begin(command({ scope, message: say("hi", members) })).then(
          () => "taken",
          (error) => [error.code, ...error.violations.map(({ field }: { field: string }) => field)].join(" "),
        );
      expect(await refusal(alice, { taskId: "unknown" })).toBe("TASK_NOT_FOUND");
      expect(await refusal(bob, { taskId: lease.taskId })).toBe("TASK_NOT_FOUND");
      expect(await refusal({ ...alice, tenant: "blue" }, { taskId: lease.taskId })).toBe("TASK_NOT_FOUND");
      expect(await refusal(bob, { taskId: over.taskId, contextId: "c" })).toBe("TASK_NOT_FOUND");
      expect(await refusal(alice, { taskId: over.taskId })).toBe("UNSUPPORTED_OPERATION");
      expect(await refusal(alice, { taskId: lease.taskId, contextId: "c" })).toBe("INVALID_PARAMS message.contextId");
      expect(await everything(engine, alice)).toEqual(before);
      expect((await engine.list(bob, { pageSize: 1 })).totalSize).toBe(0);
    });

    test("gets the same error for a foreign task as for a missing one", async (engine) => {
      const lease = await start(engine);
      const errors = [];
      for (const id of [lease.taskId, `${lease.taskId.slice(0, -1)}?`]) {
        const error = await engine.begin(command({ scope: bob, message: say("hi", { taskId: id }) })).catch((e) => e);
        errors.push({
          code: error.code,
          message: error.message.replace(id, ""),
          metadata: Object.keys(error.metadata),
        });
      }
      expect(errors[0]).toEqual(errors[1]);
    });
  });

  describe("the inbox", () => {
    test("queues messages to a running task in order, one turn each", async (engine) => {
      const lease = await start(engine);
      const sent = await Promise.all(["a", "b", "c"].map((text) => engine.begin(command(follow(lease, text)))));
      expect(sent.map(({ kind }) => kind)).toEqual(["queued", "queued", "queued"]);
      const seen: string[] = [];
      for (let turn: typeof lease | undefined = lease; turn; ) {
        const [part] = turn.message.parts;
        seen.push(part && "text" in part ? part.text : "");
        turn = await finish(turn, "TASK_STATE_INPUT_REQUIRED");
      }
      expect(seen).toEqual(["hello", "a", "b", "c"]);
      expect((await load(engine, lease)).task.history).toHaveLength(4);
    });

    test("lets the running turn take messages, which then start no turn of their own", async (engine) => {
      const lease = await start(engine);
      for (const text of ["a", "b"]) await engine.begin(command({ ...follow(lease, text), call: { text } }));
      expect(await lease.take()).toMatchObject({ seq: 2, message: { parts: [{ text: "a" }] }, call: { text: "a" } });
      const next = await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      expect(next).toMatchObject({ seq: 3, turn: 2, message: { parts: [{ text: "b" }] }, call: { text: "b" } });
      expect(await lease.take()).toBeUndefined();
      expect(await next?.take()).toBeUndefined();
      expect(await next?.release()).toBeUndefined();
    });

    test("records which messages a question answers and keeps the others queued", async (engine) => {
      const lease = await start(engine);
      const queued = await engine.begin(command(follow(lease, "and this?")));
      const { seq } = taskOf(await queued.outcome());
      const first = engine.waitFor(alice, lease.taskId, { until: "settled", after: 1 });
      const second = engine.waitFor(alice, lease.taskId, { until: "settled", after: seq });
      const next = await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      expect((await first).state).toBe("TASK_STATE_INPUT_REQUIRED");
      expect(await isPending(second)).toBe(true);
      if (!next) throw new Error("expected the next turn");
      await finish(next);
      expect((await second).state).toBe("TASK_STATE_COMPLETED");
      const answered = (await readLog(engine, lease)).map((entry) => entry.answered);
      expect(answered).toEqual([undefined, undefined, 1, 3]);
    });

    test("is emptied when the task finishes", async (engine) => {
      const lease = await start(engine);
      const queued = await engine.begin(command(follow(lease, "too late")));
      const { seq } = taskOf(await queued.outcome());
      const waiting = engine.waitFor(alice, lease.taskId, { until: "settled", after: seq });
      expect(await finish(lease)).toBeUndefined();
      expect((await waiting).state).toBe("TASK_STATE_COMPLETED");
    });

    test("loses no message of many concurrent senders", async (engine) => {
      const lease = await start(engine);
      const work = (async () => {
        let turns = 0;
        for (let turn: typeof lease | undefined = lease; turn; turns++) {
          await turn.append([chunk(turn, ".")]);
          await turn.take();
          turn = await finish(turn, "TASK_STATE_INPUT_REQUIRED");
        }
        return turns;
      })();
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, n) => engine.begin(command(follow(lease, `${n}`)))),
      );
      let turns = await work;
      for (const begun of sent) {
        for (let turn = begun.kind === "run" ? begun.lease : undefined; turn; turns++) {
          turn = (await finish(turn, "TASK_STATE_INPUT_REQUIRED")) as typeof turn | undefined;
        }
      }
      const { task } = await load(engine, lease);
      expect(task.history).toHaveLength(41);
      expect(turns).toBeGreaterThan(0);
    });
  });

  describe("an alias", () => {
    test("resolves to its owner's task only", async (engine) => {
      const lease = await start(engine, { alias: "my-task", version: "0.1" });
      expect(await load(engine, lease)).toMatchObject({ alias: "my-task", version: "0.1" });
      expect(await engine.resolveAlias(alice, "my-task")).toBe(lease.taskId);
      expect(await engine.resolveAlias(bob, "my-task")).toBeUndefined();
      const other = await start(engine, { scope: bob, alias: "my-task" });
      expect(other.taskId === lease.taskId).toBe(false);
      await finish(lease, "TASK_STATE_INPUT_REQUIRED");
      expect(await start(engine, { alias: "my-task", version: "1.0" })).toMatchObject({
        taskId: lease.taskId,
        turn: 2,
      });
      expect((await load(engine, lease)).version).toBe("0.1");
    });

    for (const create of ["now", "lazy"] as const) {
      test(`creates one task for two first messages, and joins an identical message to the running one (${create})`, async (engine) => {
        const fingerprint = "same content";
        const kinds = await Promise.all(
          [fingerprint, fingerprint, "other content"].map(async (print) => {
            const begun = await engine.begin(command({ create, alias: "my-task", fingerprint: print }));
            return `${begun.kind} ${taskOf(await begun.outcome()).seq}`;
          }),
        );
        expect(kinds).toEqual(["run 1", "duplicate 1", "queued 2"]);
        const again = await engine.begin(command({ create, alias: "my-task", fingerprint: "other content" }));
        expect(`${again.kind} ${taskOf(await again.outcome()).seq}`).toBe("duplicate 2");
        expect((await engine.list(alice, { pageSize: 10 })).totalSize).toBe(1);
      });
    }

    test("resolves for a silent agent and for a task that finishes at once", async (engine) => {
      const silent = await engine.begin(command({ create: "lazy", alias: "silent" }));
      const { taskId } = taskOf(await silent.outcome());
      expect(await engine.resolveAlias(alice, "silent")).toBe(taskId);
      expect((await engine.cancel(alice, taskId, { graceMs: 0 })).state).toBe("TASK_STATE_CANCELED");
      const quick = await engine.begin(command({ create: "lazy", alias: "quick" }));
      if (quick.kind !== "run") throw new Error("expected a turn to run");
      expect(await quick.lease.append([status(quick.lease, "TASK_STATE_COMPLETED")])).toBe(2);
      const { taskId: id } = taskOf(await quick.outcome());
      expect(await engine.get(alice, id)).toMatchObject({ alias: "quick", seq: 2, state: "TASK_STATE_COMPLETED" });
    });
  });

  describe("the alias of a finished task", () => {
    test("moves to a new task in the same context, which references the old one", async (engine) => {
      const first = await start(engine, { alias: "my-task", version: "0.1" });
      await finish(first);
      const second = await start(engine, { alias: "my-task", version: "0.1" });
      expect(second).toMatchObject({ contextId: first.contextId, turn: 1 });
      expect(second.message.referenceTaskIds).toEqual([first.taskId]);
      expect(await engine.resolveAlias(alice, "my-task")).toBe(second.taskId);
      expect((await load(engine, first)).alias).toBeUndefined();
    });
  });

  describe("a conversation", () => {
    test("spans tasks and answers without a task, oldest first", async (engine) => {
      const first = await start(engine, { message: say("one", { contextId: "talk" }) });
      await first.append([status(first, "TASK_STATE_COMPLETED", "answer one")]);
      const plain = await start(engine, { create: "lazy", message: say("two", { contextId: "talk" }) });
      await plain.answer({ messageId: "a-2", role: "ROLE_AGENT", parts: [{ text: "answer two" }] });
      const third = await start(engine, { message: say("three", { contextId: "talk" }) });
      await start(engine, { scope: bob, message: say("not yours", { contextId: "talk" }) });
      const texts = async (options: { limit: number; exceptTaskId?: string }) =>
        (await engine.contextHistory(alice, "talk", options)).map(
          ({ parts: [part] }) => part && "text" in part && part.text,
        );
      const all = ["one", "answer one", "two", "answer two", "three"];
      expect(await texts({ limit: 10 })).toEqual(all);
      expect(await texts({ limit: 2 })).toEqual(all.slice(-2));
      expect(await texts({ limit: 3, exceptTaskId: third.taskId })).toEqual(["answer one", "two", "answer two"]);
      expect(await engine.contextHistory(alice, "another", { limit: 10 })).toEqual([]);
    });
  });
}

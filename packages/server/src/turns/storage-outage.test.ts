import { A2AError, type AgentExecutor, ask, extractText, silentLogger } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { openFaulty } from "../../test/support/faulty-store.ts";
import { alice, chunk, command, follow, start } from "../engine/contract/kit.ts";
import type { Lease, TaskEngine } from "../engine/port/task-engine.ts";
import { Recovery } from "./recovery.ts";
import { TurnRegistry } from "./turn-registry.ts";

function registry(engine: TaskEngine, executor: AgentExecutor): TurnRegistry {
  const times = { maxTurnMs: 60_000, firstEventTimeoutMs: 250, contextMessages: 0 };
  return new TurnRegistry(engine, {
    executor,
    logger: silentLogger,
    directives: { current: undefined },
    tracing: undefined,
    tasksOnly: new Set(),
    recovery: "fail",
    ...times,
  });
}

describe.each(["memory", "SQLite"] as const)("after a storage outage (%s)", (kind) => {
  it("a turn that ended during the outage is recorded", async () => {
    await using faulty = openFaulty(kind);
    const down = Promise.withResolvers<void>();
    const runs = registry(faulty.engine, async function* () {
      yield "done";
      await untilStored(faulty.engine);
      faulty.fail();
      down.resolve();
    });
    const lease = await start(faulty.engine);
    runs.start(lease);
    await down.promise;
    const ended = faulty.engine;
    faulty.repair();
    expect((await ended.waitFor(alice, lease.taskId, { until: "terminal" })).state).toBe("TASK_STATE_COMPLETED");
    await runs.idle();
  });

  it("a task whose agent streamed through the outage is complete", async () => {
    await using faulty = openFaulty(kind);
    const { engine } = faulty;
    const runs = registry(engine, async function* () {
      for (let n = 0; n < 200; n++) {
        yield `${n} `;
        if (n % 3 === 0) await new Promise(setImmediate);
        if (n === 10) faulty.fail();
        // More than may be pending has been yielded by then, so that the agent has to wait.
        if (n === 10) setTimeout(() => faulty.repair(), 30);
      }
    });
    const lease = await start(engine);
    runs.start(lease);
    await runs.idle();
    const stored = await engine.waitFor(alice, lease.taskId, { until: "terminal" });
    expect(stored.state).toBe("TASK_STATE_COMPLETED");
    expect(extractText(stored.task)).toBe(Array.from({ length: 200 }, (_, n) => `${n} `).join(""));
  });

  it("a task whose output could not be stored fails, and says why", async () => {
    await using faulty = openFaulty(kind, { retryMs: 5 });
    const { engine } = faulty;
    const stopped = Promise.withResolvers<unknown>();
    const runs = registry(engine, async function* ({ signal }) {
      yield "0 ";
      await untilStored(engine);
      faulty.fail();
      yield "1 ";
      // The turn is stopped although the agent yields nothing more for now.
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      stopped.resolve(signal.reason);
      faulty.repair();
      yield "2 ";
    });
    const lease = await start(engine);
    runs.start(lease);
    expect(await stopped.promise).toMatchObject({ code: "UNAVAILABLE" });
    const stored = await engine.waitFor(alice, lease.taskId, { until: "terminal" });
    expect(stored.state).toBe("TASK_STATE_FAILED");
    expect(stored.task.status.message?.parts).toEqual([
      { text: "The agent's output could not be stored: storage unavailable" },
    ]);
    expect(extractText(stored.task)).toBe("0 ");
    await runs.idle();
  });

  it("a failed release is retried, and the next message gets its turn", async () => {
    await using faulty = openFaulty(kind);
    const seen: string[] = [];
    const runs = registry(faulty.engine, async function* ({ message }) {
      const [part] = message.parts;
      seen.push(part && "text" in part ? part.text : "");
      if (seen.length === 1) yield ask("more?");
    });
    const lease = await start(faulty.engine, command());
    await faulty.engine.begin(command(follow(lease, "second")));
    runs.start(failingOnce(lease));
    await faulty.engine.waitFor(alice, lease.taskId, { until: "terminal" });
    expect(seen).toEqual(["hello", "second"]);
    await runs.idle();
  });

  it("every interrupted turn of a batch fails, even if one write fails at first", async () => {
    await using faulty = openFaulty(kind);
    const { engine } = faulty;
    const leases: Lease[] = [];
    for (let n = 0; n < 4; n++) leases.push(await start(engine));
    for (const lease of leases) await lease.append([chunk(lease, "a")]);
    for (const lease of leases) await lease.release({ requeue: true });
    const claiming = new Proxy(engine, {
      get: (target, name) => {
        if (name !== "claim") return Reflect.get(target, name).bind(target);
        return async (limit: number) => {
          const claimed = await target.claim(limit);
          // The storage goes down between the claim and the end of the first turn.
          if (claimed.length > 0) {
            faulty.fail();
            setTimeout(() => {
              faulty.repair();
            }, 20);
          }
          return claimed;
        };
      },
    });
    const recovery = new Recovery(claiming, {
      policy: "fail",
      maxAttempts: 3,
      start: () => undefined,
      logger: silentLogger,
    });
    const ended = await Promise.all(leases.map(({ taskId }) => untilTerminal(engine, taskId)));
    expect(ended).toEqual(leases.map(() => "TASK_STATE_FAILED"));
    await recovery.close();
  });
});

/** Resolves when all earlier appends are durable. */
async function untilStored(engine: TaskEngine): Promise<void> {
  const { tasks } = await engine.list(alice, { pageSize: 1 });
  const [task] = tasks;
  if (task) await engine.waitFor(alice, task.id, { until: "changed", after: 2 });
}

/** The terminal state of a task; retries while the storage is down. */
async function untilTerminal(engine: TaskEngine, taskId: string): Promise<string> {
  for (;;) {
    try {
      return (await engine.waitFor(alice, taskId, { until: "terminal" })).state;
    } catch {
      await new Promise(setImmediate);
    }
  }
}

/** A lease whose first release finds the storage unavailable. */
function failingOnce(lease: Lease): Lease {
  let failed = false;
  return new Proxy(lease, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (name === "release" && !failed) {
        return () => {
          failed = true;
          return Promise.reject(new A2AError("UNAVAILABLE", "storage unavailable"));
        };
      }
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

import { setImmediate as nextTick } from "node:timers/promises";
import { A2AError, type AgentExecutor, type AgentYield, artifact, status, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import type { Lease } from "../../src/engine-kit.ts";
import type { TaskEngine } from "../../src/index.ts";
import { createMemoryEngine } from "../../src/memory.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { errorOf, readStream, resultOf, rpc, say, serveAgent, stream, taskOf } from "../support/agent.ts";
import { aborted, gate } from "../support/scripted.ts";

/** What an agent must not do, as an agent that does it; anything else it is told is answered well. */
function misbehaving(faults: Record<string, AgentExecutor>): AgentExecutor {
  return async function* (turn) {
    const fault = faults[textOf(turn.message)];
    if (fault) return yield* fault(turn);
    yield "fine";
  };
}

/** A value no agent may yield, as if it were one that it may: what careless code does. */
const invalidYield = (value: unknown) =>
  async function* () {
    yield value as AgentYield;
  };

const faults: Record<string, AgentExecutor> = {
  // biome-ignore lint/correctness/useYield: it throws before its first yield.
  async *"throws at once"() {
    throw new Error("secret");
  },
  async *"throws after events"() {
    yield "half";
    throw new TypeError("secret");
  },
  // biome-ignore lint/correctness/useYield: it throws before its first yield.
  async *"throws a non-error"() {
    throw "secret";
  },
  // biome-ignore lint/correctness/useYield: it throws before its first yield.
  async *"throws undefined"() {
    throw undefined;
  },
  "throws without being a generator": () => {
    throw new Error("secret");
  },
  "is not a generator": (() => undefined) as unknown as AgentExecutor,
  "yields a number": invalidYield(42),
  "yields undefined": invalidYield(undefined),
  "yields null": invalidYield(null),
  "yields an unknown state": invalidYield({ status: { state: "TASK_STATE_HAPPY" } }),
  "yields an artifact without parts": invalidYield({ artifact: { artifactId: "a" } }),
  "yields a circular structure": invalidYield(
    (() => {
      const circle: Record<string, unknown> = { text: "x" };
      circle.metadata = { circle };
      return circle;
    })(),
  ),
  "yields a function": invalidYield(() => "x"),
  "yields a bigint": invalidYield({ data: { n: 1n } }),
  // biome-ignore lint/correctness/useYield: it returns before its first yield.
  async *"returns an invalid message"() {
    return { role: "ROLE_KING", parts: 5 } as never;
  },
};

describe("a misbehaving agent", () => {
  it.each(Object.keys(faults))(
    "that %s fails its own task, leaks no secret, and affects no other task",
    async (fault) => {
      await using server = await serveAgent(misbehaving(faults));
      const [failed, other] = await Promise.all([
        rpc(server, "SendMessage", say(fault)),
        rpc(server, "SendMessage", say("anything")),
      ]);
      expect(JSON.stringify(failed.body)).not.toContain("secret");
      expect(taskOf(failed).status).toMatchObject({ state: "TASK_STATE_FAILED", message: { role: "ROLE_AGENT" } });
      expect(taskOf(other).status.state).toBe("TASK_STATE_COMPLETED");
      const frames = await readStream(await stream(server, "SendStreamingMessage", say(fault)));
      expect(frames.at(-1)?.data.result).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_FAILED" } } });
      expect(taskOf(await rpc(server, "SendMessage", say("again"))).status.state).toBe("TASK_STATE_COMPLETED");
    },
  );

  it("that hangs is aborted on timeout, with the reason", async () => {
    const told = gate();
    const hangs: AgentExecutor = async function* ({ signal }) {
      yield status("TASK_STATE_WORKING");
      await aborted(signal);
      told.open();
    };
    await using server = await serveAgent(misbehaving({ hangs }), { turns: { timeoutMs: 50 } });
    expect(taskOf(await rpc(server, "SendMessage", say("hangs"))).status).toMatchObject({
      state: "TASK_STATE_FAILED",
      message: { parts: [{ text: expect.stringContaining("longer than") }] },
    });
    await told.opened;
  });

  it("that ignores its abort signal is abandoned: its task fails on time, others continue", async () => {
    const deaf: AgentExecutor = async function* () {
      yield status("TASK_STATE_WORKING");
      await new Promise(() => undefined);
    };
    await using server = await serveAgent(misbehaving({ deaf }), { turns: { timeoutMs: 50 } });
    expect(taskOf(await rpc(server, "SendMessage", say("deaf"))).status.state).toBe("TASK_STATE_FAILED");
    expect(taskOf(await rpc(server, "SendMessage", say("x"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  it.each([
    ["memory", () => createMemoryEngine()],
    ["SQLite", () => createSqliteEngine({ path: ":memory:" })],
  ])("that ignores its abort signal and keeps yielding is abandoned, with %s", async (_, open) => {
    const talks: AgentExecutor = async function* () {
      for (let n = 0; ; n++) {
        if (n % 100 < 50) await nextTick();
        yield "more";
      }
    };
    await using server = await serveAgent(talks, { turns: { timeoutMs: 50 }, engine: open() });
    const { status: last } = taskOf(await rpc(server, "SendMessage", say("go")));
    expect(last).toMatchObject({
      state: "TASK_STATE_FAILED",
      message: { parts: [{ text: expect.stringContaining("longer than") }] },
    });
  });

  it("that ignores its abort signal can still be canceled", async () => {
    const deaf: AgentExecutor = async function* () {
      yield status("TASK_STATE_WORKING");
      await new Promise(() => undefined);
    };
    const engine = createMemoryEngine();
    const cancel = engine.cancel.bind(engine);
    // Seconds by default.
    engine.cancel = (scope, taskId, options) => cancel(scope, taskId, { ...options, graceMs: 20 });
    await using server = await serveAgent(deaf, { engine });
    const { id } = taskOf(await rpc(server, "SendMessage", say("deaf", {}, { returnImmediately: true })));
    expect(resultOf(await rpc(server, "CancelTask", { id }))).toMatchObject({
      status: { state: "TASK_STATE_CANCELED" },
    });
  });

  it("that is silent while storage fails does not delay a returnImmediately caller", async () => {
    const told = gate();
    // biome-ignore lint/correctness/useYield: it has nothing to say until it is told to stop.
    const silent: AgentExecutor = async function* ({ signal }) {
      await aborted(signal);
      told.open();
    };
    const outage = new A2AError("UNAVAILABLE", "storage unavailable");
    const full: Partial<Lease> = {
      append: () => Promise.reject(outage),
      enqueue: (_, onResult) => onResult(outage, 0),
    };
    const memory = createMemoryEngine();
    const begin: TaskEngine["begin"] = async (command) => {
      const begun = await memory.begin(command);
      if (begun.kind === "run") Object.assign(begun.lease, full);
      return begun;
    };
    const engine = new Proxy(memory, {
      get: (target, name) => {
        const member: unknown = name === "begin" ? begin : Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    await using server = await serveAgent(silent, { engine, turns: { firstEventTimeoutMs: 1 } });
    const refused = await rpc(server, "SendMessage", say("x", {}, { returnImmediately: true }));
    expect(errorOf(refused).code).toBe(-32603);
    await told.opened;
  });

  it("that ends without yielding completes its task", async () => {
    // biome-ignore lint/correctness/useYield: it has nothing to say.
    const silent: AgentExecutor = async function* () {
      await nextTick();
    };
    await using server = await serveAgent(silent);
    expect(taskOf(await rpc(server, "SendMessage", say("x")))).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
    });
  });

  it("that yields after a terminal status is ignored", async () => {
    const late: AgentExecutor = async function* () {
      yield "before";
      yield status("TASK_STATE_COMPLETED");
      yield "after";
      yield status("TASK_STATE_FAILED");
    };
    await using server = await serveAgent(late);
    const frames = await readStream(await stream(server, "SendStreamingMessage", say("x")));
    expect(frames.at(-1)?.data.result).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
    expect(JSON.stringify(frames)).not.toContain("after");
    const { tasks } = resultOf(await rpc(server, "ListTasks", { includeArtifacts: true }));
    expect(JSON.stringify(tasks)).not.toContain("after");
  });

  it("that throws during cleanup leaves its task unchanged", async () => {
    const late: AgentExecutor = async function* () {
      try {
        yield status("TASK_STATE_COMPLETED");
      } finally {
        await Promise.reject(new Error("too late"));
      }
    };
    await using server = await serveAgent(late);
    expect(taskOf(await rpc(server, "SendMessage", say("x"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  it("that names another task still updates its own", async () => {
    const impostor: AgentExecutor = async function* ({ message }) {
      yield { ...artifact("mine"), taskId: textOf(message), contextId: "other" } as AgentYield;
    };
    await using server = await serveAgent(impostor);
    const victim = taskOf(await rpc(server, "SendMessage", say("x")));
    const frames = await readStream(await stream(server, "SendStreamingMessage", say(victim.id)));
    for (const { data } of frames.slice(1)) expect(JSON.stringify(data)).not.toContain(victim.id);
    expect(frames.at(-1)?.data.result).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  });

  it("that exceeds the task size limit fails its task", async () => {
    const talks: AgentExecutor = async function* () {
      for (;;) yield "more";
    };
    await using server = await serveAgent(talks, { engine: createMemoryEngine({ maxEvents: 200 }) });
    const task = taskOf(await rpc(server, "SendMessage", say("x")));
    expect(task.status.state).toBe("TASK_STATE_FAILED");
  });

  it.each([
    ["completes", status("TASK_STATE_COMPLETED")],
    ["asks", status("TASK_STATE_INPUT_REQUIRED", "More?")],
  ])("that exceeds the task size limit and %s in the same batch fails its task", async (_, end) => {
    const engine = createMemoryEngine({ maxTaskSize: 1_000 });
    const tidied = gate();
    await using server = await serveAgent(
      async function* () {
        try {
          yield "x".repeat(2_000);
          yield end;
        } finally {
          tidied.open();
        }
      },
      { engine },
    );
    const task = taskOf(await rpc(server, "SendMessage", say("go")));
    expect(task.status.state).toBe("TASK_STATE_FAILED");
    expect(task.artifacts).toBeUndefined();
    await tidied.opened;
  });

  it("that blocks the event loop delays other calls but loses none", async () => {
    const blocks: AgentExecutor = async function* () {
      yield "a";
      const until = performance.now() + 300;
      while (performance.now() < until);
      yield "b";
    };
    await using server = await serveAgent(misbehaving({ blocks }));
    const answers = await Promise.all(
      ["blocks", "x", "y", "blocks", "z"].map((text) => rpc(server, "SendMessage", say(text))),
    );
    expect(answers.map((answer) => taskOf(answer).status.state)).toEqual(Array(5).fill("TASK_STATE_COMPLETED"));
  });
});

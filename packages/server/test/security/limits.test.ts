import { once } from "node:events";
import type { Socket } from "node:net";
import { type AgentExecutor, artifact, status } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../../src/index.ts";
import { createMemoryEngine } from "../../src/memory.ts";
import type { RunningAgent } from "../../src/node.ts";
import { errorOf, readStream, resultOf, rpc, say, serveAgent, stream, taskOf } from "../support/agent.ts";
import { connection, head } from "../support/raw.ts";
import { gate, start } from "../support/scripted.ts";

const openConnections = (server: RunningAgent) =>
  new Promise<number>((resolve, reject) =>
    server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe("streams", () => {
  it("of a stalled reader are dropped, and the task continues", async () => {
    const flood: AgentExecutor = async function* () {
      for (let n = 0; n < 250; n++) yield artifact({ artifactId: "a", parts: [{ text: "x".repeat(100_000) }] });
    };
    await using server = await serveAgent(flood, {
      engine: createMemoryEngine({ maxTaskSize: 64 * 1024 * 1024, maxBytes: 64 * 1024 * 1024 }),
      listener: { maxBufferedBytes: 64 * 1024, stalledMs: 100 },
    });
    const accepted = once(server.server, "connection") as Promise<[Socket]>;
    const socket = await connection(server);
    const [served] = await accepted;
    const dropped = once(served, "close");
    socket.on("error", () => undefined).pause();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: say("go") });
    const headers = {
      "Content-Type": "application/json",
      "A2A-Version": "1.0",
      "Content-Length": String(Buffer.byteLength(body)),
    };
    socket.write(head(server, "POST /a2a HTTP/1.1", headers) + body);
    await dropped;
    const [task] = (resultOf(await rpc(server, "ListTasks", {})) as unknown as { tasks: { id: string }[] }).tasks;
    await expect
      .poll(async () => resultOf(await rpc(server, "GetTask", { id: task?.id ?? "", historyLength: 0 })).status)
      .toMatchObject({ state: "TASK_STATE_COMPLETED" });
    socket.destroy();
  });

  it("are counted per caller, and closed ones do not count", async () => {
    const auth = [bearer({ tokens: { a: "ann", b: "bob" } })];
    await using server = await start({ auth, limits: { maxStreamsPerCaller: 3 } });
    const ann = { Authorization: "Bearer a" };
    const { id } = taskOf(await rpc(server, "SendMessage", say("ask"), ann));
    const open = () => stream(server, "SubscribeToTask", { id }, ann);
    const streams = await Promise.all([open(), open(), open()]);
    const refused = await rpc(server, "SubscribeToTask", { id }, ann);
    expect([refused.status, errorOf(refused).code, refused.headers.get("retry-after")]).toEqual([429, -32000, "1"]);
    const other = { Authorization: "Bearer b" };
    const his = taskOf(await rpc(server, "SendMessage", say("ask"), other));
    const free = await stream(server, "SubscribeToTask", { id: his.id }, other);
    expect(free.headers.get("content-type")).toBe("text/event-stream");
    await Promise.all([...streams, free].map((each) => each.body?.cancel()));
    await expect
      .poll(async () => {
        const again = await open();
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });

  it("that are opened and reset leak no resources", async () => {
    await using server = await start({ limits: { maxStreams: 20 } });
    const { id } = taskOf(await rpc(server, "SendMessage", say("ask")));
    const before = await openConnections(server);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SubscribeToTask", params: { id } });
    const headers = { "Content-Type": "application/json", "A2A-Version": "1.0", "Content-Length": String(body.length) };
    for (let n = 0; n < 100; n++) {
      const socket = await connection(server);
      socket.write(head(server, "POST /a2a HTTP/1.1", headers) + body);
      // The stream has begun when the first bytes arrive; one that is refused for want of room says so.
      const [first] = (await once(socket, "data")) as [Buffer];
      expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
      socket.resetAndDestroy();
      await once(socket, "close");
      if (n % 15 === 0) await expect.poll(() => openConnections(server)).toBeLessThanOrEqual(before + 5);
    }
    await expect.poll(() => openConnections(server)).toBeLessThanOrEqual(before);
  });

  it("are kept alive by comments", async () => {
    await using server = await start({ listener: { keepAliveMs: 10 } });
    const { id } = taskOf(await rpc(server, "SendMessage", say("ask")));
    const response = await stream(server, "SubscribeToTask", { id });
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      if (text.includes(": ping\n\n")) break;
    }
    expect(text).toContain(": ping\n\n");
  });

  it("keep agent output on one data line, whatever it contains", async () => {
    const text = "a\n\nevent: error\ndata: {}\r\rid: 9\u2028\u0085";
    await using server = await start();
    const frames = await readStream(await stream(server, "SendStreamingMessage", say(text)));
    expect(frames.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(frames[2]?.data.result).toMatchObject({ artifactUpdate: { artifact: { parts: [{ text }] } } });
  });
});

describe("capacity", () => {
  it("S4-15 is freed by evicting the oldest finished task", async () => {
    await using server = await start({ engine: createMemoryEngine({ maxTasks: 2 }) });
    const ids: string[] = [];
    for (const text of ["a", "b", "c"]) ids.push(taskOf(await rpc(server, "SendMessage", say(text))).id);
    expect(errorOf(await rpc(server, "GetTask", { id: ids[0] as string })).code).toBe(-32001);
    expect(resultOf(await rpc(server, "ListTasks", {}))).toMatchObject({ totalSize: 2 });
  });

  it("S4-15 S4-16 is exhausted when nothing is evictable, which is reported as temporary", async () => {
    for (const limit of [{ maxTasks: 1 }, { maxContexts: 1 }]) {
      await using server = await start({ engine: createMemoryEngine(limit) });
      await rpc(server, "SendMessage", say("hang", {}, { returnImmediately: true }));
      const refused = await rpc(server, "SendMessage", say("more"));
      expect([refused.status, errorOf(refused).code, refused.headers.get("retry-after")]).toEqual([503, -32000, "5"]);
      expect(errorOf(refused).data).toContainEqual(expect.objectContaining({ reason: "CAPACITY_EXCEEDED" }));
    }
  });

  it("of one caller is protected from another", async () => {
    const auth = [bearer({ tokens: { a: "ann", b: "bob" } })];
    await using server = await start({ auth, engine: createMemoryEngine({ maxTasks: 4 }) });
    const ann = { Authorization: "Bearer a" };
    const { id } = taskOf(await rpc(server, "SendMessage", say("hers"), ann));
    for (let n = 0; n < 8; n++) await rpc(server, "SendMessage", say("his"), { Authorization: "Bearer b" });
    expect(resultOf(await rpc(server, "GetTask", { id }, ann))).toMatchObject({ id });
  });

  it.each<[string, object]>([
    ["1,001 parts", { parts: Array.from({ length: 1_001 }, () => ({ text: "x" })) }],
    ["1,001 references", { referenceTaskIds: Array.from({ length: 1_001 }, (_, n) => `t-${n}`) }],
    ["a message id of 64 KiB", { messageId: "m".repeat(65_536) }],
    ["a context id of 64 KiB", { contextId: "c".repeat(65_536) }],
    ["a task id of 64 KiB", { taskId: "t".repeat(65_536) }],
  ])("R-225 is denied to %s", async (_, more) => {
    await using server = await start();
    const refused = errorOf(await rpc(server, "SendMessage", say("x", more as never)));
    expect(refused).toMatchObject({ code: -32602, data: [{ fieldViolations: [{}] }] });
    expect(resultOf(await rpc(server, "ListTasks", {}))).toMatchObject({ totalSize: 0 });
  });

  it("is limited per task: a history that grows by repeated sends stays readable", async () => {
    const endless: AgentExecutor = async function* () {
      yield status("TASK_STATE_INPUT_REQUIRED");
    };
    await using server = await serveAgent(endless);
    const { id } = taskOf(await rpc(server, "SendMessage", say("first")));
    for (let n = 0; n < 50; n++) await rpc(server, "SendMessage", say(`more ${n}`, { taskId: id }));
    const { history } = resultOf(await rpc(server, "GetTask", { id, historyLength: 5 })) as { history: unknown[] };
    expect(history).toHaveLength(5);
  });

  it("is protected from an agent that writes without end: its task fails, others are unaffected", async () => {
    const boundless: AgentExecutor = async function* ({ message }) {
      if (JSON.stringify(message).includes("small")) yield "fine";
      else for (;;) yield "x".repeat(1_000_000);
    };
    await using server = await serveAgent(boundless);
    const large = rpc(server, "SendMessage", say("large"));
    expect(taskOf(await rpc(server, "SendMessage", say("small"))).status.state).toBe("TASK_STATE_COMPLETED");
    expect(taskOf(await large).status.state).toBe("TASK_STATE_FAILED");
  });
});

describe("races", () => {
  it("between completion and many cancels have one outcome that every reader sees", async () => {
    const go = gate();
    const slow: AgentExecutor = async function* () {
      yield status("TASK_STATE_WORKING");
      await go.opened;
      yield "done";
    };
    await using server = await serveAgent(slow);
    const { id } = taskOf(await rpc(server, "SendMessage", say("x", {}, { returnImmediately: true })));
    const reading = readStream(await stream(server, "SubscribeToTask", { id }));
    const cancels = Promise.all(Array.from({ length: 20 }, () => rpc(server, "CancelTask", { id })));
    go.open();
    const answers = (await cancels).map(({ body }) =>
      "error" in body
        ? (body.error as { code: number }).code
        : (body.result as { status: { state: string } }).status.state,
    );
    const { status: ended } = resultOf(await rpc(server, "GetTask", { id })) as { status: { state: string } };
    expect(["TASK_STATE_COMPLETED", "TASK_STATE_CANCELED"]).toContain(ended.state);
    expect(new Set(answers)).toEqual(new Set([ended.state === "TASK_STATE_CANCELED" ? ended.state : -32002]));
    const frames = await reading;
    const terminal = frames.filter(({ data }) => /COMPLETED|CANCELED|FAILED/.test(JSON.stringify(data)));
    expect(terminal).toHaveLength(1);
    expect(frames.at(-1)).toBe(terminal[0]);
  });

  it("between two messages to one task lose neither", async () => {
    await using server = await start();
    const { id } = taskOf(await rpc(server, "SendMessage", say("ask")));
    const answers = await Promise.all(
      ["one", "two"].map((text) => rpc(server, "SendMessage", say(text, { taskId: id }))),
    );
    const codes = answers.map(({ body }) => (body.error as { code: number } | undefined)?.code);
    const { history } = resultOf(await rpc(server, "GetTask", { id })) as { history: object[] };
    for (const [n, text] of ["one", "two"].entries()) {
      // Taken in and kept, or refused because the other one ended the task.
      if (codes[n] === undefined) expect(JSON.stringify(history)).toContain(`"${text}"`);
      else expect(codes[n]).toBe(-32004);
    }
    expect(codes).toContain(undefined);
  });

  it("for an id chosen by two 0.1 callers give each its own task", async () => {
    const auth = [bearer({ tokens: { a: "ann", b: "bob" } })];
    await using server = await start({ auth });
    const ask = async (token: string, method: string, params: object) => {
      const response = await fetch(`${server.url}/rpc`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify({ jsonrpc: "2.0", id: "r", method, params }),
      });
      return ((await response.json()) as { result: object }).result;
    };
    const params = (text: string) => ({ id: "job", message: { role: "user", parts: [{ type: "text", text }] } });
    await ask("a", "tasks/send", params("hers"));
    await ask("b", "tasks/send", params("his"));
    expect(JSON.stringify(await ask("a", "tasks/get", { id: "job" }))).toContain("hers");
    expect(JSON.stringify(await ask("b", "tasks/get", { id: "job" }))).not.toContain("hers");
  });
});

import { once } from "node:events";
import type { Socket } from "node:net";
import { join } from "node:path";
import { type AgentExecutor, artifact, pause, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer, createAgentHandler } from "../../src/index.ts";
import { createMemoryEngine } from "../../src/memory.ts";
import type { RunningAgent } from "../../src/node.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { temporaryFolder } from "../sqlite-harness.ts";
import { errorOf, readStream, resultOf, rpc, say, serveAgent, stream, taskOf } from "../support/agent.ts";
import { connection, exchangeRaw, head } from "../support/raw.ts";
import { gate, scripted, start } from "../support/scripted.ts";

const auth = [bearer({ tokens: { a: "ann", b: "bob" } })];
const ann = { Authorization: "Bearer a" };
const bob = { Authorization: "Bearer b" };
const json = { "Content-Type": "application/json", "A2A-Version": "1.0" };

/** Makes as many characters as the message says. */
const talker: AgentExecutor = async function* ({ message }) {
  yield artifact({ artifactId: "a", parts: [{ text: "\u20ac".repeat(Number(textOf(message))) }] });
};

/** Sends a request and a part of its body, and waits until the server has that part. */
async function beginBody(server: RunningAgent, headers: Record<string, string>, bytes: number): Promise<Socket> {
  const accepted = once(server.server, "request") as Promise<[{ socket: Socket }]>;
  const socket = await connection(server);
  const declared = { ...json, ...headers, "Content-Length": String(bytes + 1_000) };
  socket.on("error", () => undefined).write(head(server, "POST /a2a HTTP/1.1", declared) + "x".repeat(bytes));
  const [request] = await accepted;
  await expect.poll(() => request.socket.bytesRead).toBeGreaterThan(bytes);
  return socket;
}

/**
 * Begins a body of 45,000 bytes, then another one of the same caller, and returns the first and the answer to the second. A busy machine
 * may count the second before the first: then both begin anew.
 */
async function secondBody(
  server: RunningAgent,
  caller: Record<string, string>,
): Promise<[first: Socket, answer: string]> {
  for (;;) {
    const first = await beginBody(server, caller, 45_000);
    const second = await beginBody(server, caller, 20_000);
    const answer = await Promise.race([
      once(second, "data"),
      once(first, "data").then(() => []),
      pause(1_000, undefined),
    ]);
    second.destroy();
    if (Array.isArray(answer) && answer.length > 0) return [first, String(answer[0])];
    first.destroy();
  }
}

describe("the body of a request", () => {
  it("is not read beyond a small limit when the caller has no valid credentials", async () => {
    await using server = await start({ auth });
    for (const path of ["/a2a", "/a2a/message:send"]) {
      const request = head(server, `POST ${path} HTTP/1.1`, { ...json, "Content-Length": "5000000" });
      // No byte of the body is sent: the answer does not wait for any.
      const { answers } = await exchangeRaw(server, request);
      expect(answers).toMatchObject([{ status: 401, head: expect.stringMatching(/www-authenticate: Bearer/i) }]);
    }
    const small = await rpc(server, "SendMessage", say("x"));
    expect([small.status, small.body.id]).toEqual([401, 1]);
  });

  it("is refused while it arrives when it nests too deep or holds too many values", async () => {
    await using server = await start();
    for (const part of [`{"a":${"[".repeat(100_000)}`, `[${"0,".repeat(200_000)}`]) {
      const request = head(server, "POST /a2a HTTP/1.1", { ...json, "Content-Length": "5000000" });
      // The rest of the body never comes.
      const { answers } = await exchangeRaw(server, request + part);
      expect(answers[0]?.body).toContain('"code":-32600');
    }
  });

  it("is not shown to whoever identifies the caller", async () => {
    const seen: string[] = [];
    const authenticate = ({ body }: { body: string }) => {
      seen.push(body);
      return { subject: "ann" };
    };
    await using server = await start({ security: { authenticate } });
    taskOf(await rpc(server, "SendMessage", say("x")));
    expect(seen).toEqual([""]);
  });

  it("counts against budgets in all and per caller until it has arrived; bodies that arrive at once do not", async () => {
    const limits = { maxBodyBytes: 50_000, maxBodyBytesInFlight: 100_000 };
    await using server = await start({ auth, limits });
    const whole = "x".repeat(20_000);
    const [first, refused] = await secondBody(server, ann);
    expect(refused).toMatch(/^HTTP\/1.1 503 .*retry-after: 1\r\n.*More than 100000 bytes of request bodies/is);
    expect(taskOf(await rpc(server, "SendMessage", say(whole), ann)).status.state).toBe("TASK_STATE_COMPLETED");

    const [other, refusedToo] = await secondBody(server, bob);
    expect(refusedToo).toMatch(/^HTTP\/1.1 503 /);
    for (const socket of [first, other]) socket.destroy();
    await expect
      .poll(async () => {
        const socket = await beginBody(server, ann, 45_000);
        socket.write("x".repeat(1_000));
        const [answer] = (await once(socket, "data")) as [Buffer];
        return String(answer);
      })
      .toContain("-32700");
  });

  it("counts until its message is stored", async () => {
    const limits = { maxBodyBytes: 50_000, maxBodyBytesInFlight: 100_000 };
    const engine = createMemoryEngine();
    const begin = engine.begin.bind(engine);
    const reached = gate();
    const storing = gate();
    engine.begin = async (command) => {
      const begun = await begin(command);
      const outcome: typeof begun.outcome = async (options) => {
        reached.open();
        await storing.opened;
        return begun.outcome(options);
      };
      return { ...begun, outcome };
    };
    await using server = await serveAgent(scripted, { auth, limits, engine });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("x".repeat(45_000)) });
    const accepted = once(server.server, "request") as Promise<[{ socket: Socket }]>;
    const socket = await connection(server);
    const headers = { ...json, ...ann, "Content-Length": String(body.length) };
    socket.write(head(server, "POST /a2a HTTP/1.1", headers) + body.slice(0, 40_000));
    const [request] = await accepted;
    await expect.poll(() => request.socket.bytesRead).toBeGreaterThan(40_000);
    socket.write(body.slice(40_000));
    await reached.opened;

    const refused = await beginBody(server, ann, 20_000);
    expect(String((await once(refused, "data"))[0])).toMatch(/^HTTP\/1.1 503 /);
    storing.open();
    expect(String((await once(socket, "data"))[0])).toContain("TASK_STATE_COMPLETED");
    const next = await beginBody(server, ann, 20_000);
    next.write("x".repeat(1_000));
    expect(String((await once(next, "data"))[0])).toContain("-32700");
    for (const open of [socket, refused, next]) open.destroy();
  });

  it("has the same limits for handler.fetch", async () => {
    const handler = createAgentHandler({
      card: { name: "Any" },
      executor: scripted,
      auth,
      limits: { maxBodyBytes: 9_000 },
    });
    const send = (body: string, headers: Record<string, string>) =>
      handler.fetch(new Request("http://localhost/a2a", { method: "POST", headers: { ...json, ...headers }, body }));
    const call = (text: string) => JSON.stringify({ jsonrpc: "2.0", id: 7, method: "SendMessage", params: say(text) });
    expect((await send(call("x".repeat(10_000)), ann)).status).toBe(413);
    expect((await send(call("x".repeat(10_000)), {})).status).toBe(401);
    expect(await (await send(call("\u{1f600}"), ann)).text()).toContain("\u{1f600}");
    const invalid = new Request("http://localhost/a2a", {
      method: "POST",
      headers: { ...json, ...ann },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expect(await (await handler.fetch(invalid)).json()).toMatchObject({ error: { code: -32700 } });
    await handler.close();
  });
});

describe("an answer that is not read", () => {
  // Three bytes a character: more than the buffers of two sockets.
  const LARGE = 5_000_000;
  const limits = { maxAnswerSizeInFlight: 14_000_000 };

  /** Asks for a task without reading the answer. */
  async function ask(server: RunningAgent, method: string, id: string, caller = ann, times = 1): Promise<Socket> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { id } });
    const headers = { ...json, ...caller, "Content-Length": String(body.length), Connection: "keep-alive" };
    const socket = await connection(server);
    socket.on("error", () => undefined).pause();
    socket.write((head(server, "POST /a2a HTTP/1.1", headers) + body).repeat(times));
    await Promise.race([once(socket, "readable"), once(socket, "close")]);
    return socket;
  }

  it("counts against budgets in all and per caller until it was read", async () => {
    await using server = await serveAgent(talker, { auth, limits });
    const send = async (caller: Record<string, string>) =>
      taskOf(await rpc(server, "SendMessage", say(String(LARGE)), caller)).id;
    const [hers, his] = [await send(ann), await send(bob)];
    const socket = await ask(server, "GetTask", hers);
    const refused = await rpc(server, "GetTask", { id: hers }, ann);
    expect([refused.status, errorOf(refused).code, refused.headers.get("retry-after")]).toEqual([503, -32000, "1"]);
    expect(errorOf(refused).message).toContain("14000000 characters");
    expect((await stream(server, "SendStreamingMessage", say(String(LARGE)), ann)).status).toBe(200);
    // Small answers and other callers are not affected.
    expect((await rpc(server, "GetTask", { id: hers, historyLength: 0 }, bob)).status).toBe(200);
    expect((await rpc(server, "ListTasks", {}, ann)).status).toBe(200);
    expect(resultOf(await rpc(server, "GetTask", { id: his }, bob)).id).toBe(his);
    socket.resume();
    await expect.poll(async () => (await rpc(server, "GetTask", { id: hers }, ann)).status).toBe(200);
    socket.destroy();
  });

  it("lets the next request of its connection wait, and answers all in order when it is read", async () => {
    let performed = 0;
    const authorize = () => ++performed > 0;
    await using server = await serveAgent(talker, { auth, security: { authorize } });
    const { id } = taskOf(await rpc(server, "SendMessage", say(String(LARGE)), ann));
    performed = 0;
    const socket = await ask(server, "GetTask", id, ann, 5);
    await expect.poll(() => performed).toBe(1);
    // What is handled meanwhile comes from others.
    for (let n = 0; n < 3; n++) await rpc(server, "ListTasks", {}, bob);
    expect(performed).toBe(4);
    let bytes = 0;
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    socket.resume();
    await expect.poll(() => bytes).toBeGreaterThan(5 * 3 * LARGE);
    expect(performed).toBe(8);
    socket.destroy();
  });

  it("does not let a caller pile up requests on one connection", async () => {
    await using server = await serveAgent(talker, { auth });
    const { id } = taskOf(await rpc(server, "SendMessage", say(String(LARGE)), ann));
    const accepted = once(server.server, "connection") as Promise<[Socket]>;
    const closed = accepted.then(([served]) => once(served, "close"));
    const socket = await ask(server, "GetTask", id, ann, 100);
    await closed;
    socket.destroy();
  });

  it.each(["GetTask", "SubscribeToTask"])("of %s is given up when its reader stalls", async (method) => {
    const written = gate();
    const endless: AgentExecutor = async function* (turn) {
      yield* talker(turn);
      written.open();
      if (method === "SubscribeToTask") await new Promise((resolve) => turn.signal.addEventListener("abort", resolve));
    };
    await using server = await serveAgent(endless, { auth, listener: { stalledMs: 1_000 } });
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await rpc(server, "SendMessage", say(String(LARGE), {}, configuration), ann));
    await written.opened;
    // Read without its artifact: a busy machine may take longer than a stalled reader may.
    const state = method === "GetTask" ? "TASK_STATE_COMPLETED" : "TASK_STATE_WORKING";
    await expect
      .poll(async () => resultOf(await rpc(server, "ListTasks", {}, ann)).tasks)
      .toMatchObject([{ status: { state } }]);
    const accepted = once(server.server, "connection") as Promise<[Socket]>;
    const closed = accepted.then(([served]) => once(served, "close"));
    const socket = await ask(server, method, id);
    await closed;
    socket.destroy();
  });

  it("keeps the next one from being read from the storage", async () => {
    using folder = temporaryFolder();
    const engine = createSqliteEngine({ path: join(folder.path, "tasks.db") });
    const get = engine.get.bind(engine);
    let reads = 0;
    engine.get = async (...query) => {
      const stored = await get(...query);
      reads += 1;
      return stored;
    };
    await using server = await serveAgent(talker, { auth, limits, engine });
    const { id } = taskOf(await rpc(server, "SendMessage", say(String(LARGE)), ann));
    const socket = await ask(server, "GetTask", id);
    // The engine forgets the text of the large task when another one becomes idle.
    await rpc(server, "SendMessage", say("1"), bob);
    const refused = await rpc(server, "GetTask", { id }, ann);
    expect([refused.status, errorOf(refused).code]).toEqual([503, -32000]);
    expect(reads).toBe(1);
    expect((await stream(server, "SubscribeToTask", { id }, ann)).status).toBe(200);
    expect(reads).toBe(1);
    socket.resume();
    await expect.poll(async () => (await rpc(server, "GetTask", { id }, ann)).status).toBe(200);
    socket.destroy();
  });

  it("of a stream leaves room for others beyond the budget for all slow readers", async () => {
    const endless: AgentExecutor = async function* (turn) {
      yield* talker(turn);
      await new Promise((resolve) => turn.signal.addEventListener("abort", resolve));
    };
    const listener = { maxBufferedBytes: 100_000, maxBufferedBytesInAll: 500_000 };
    await using server = await serveAgent(endless, { auth, listener, limits: { maxAnswerSizeInFlight: 1e9 } });
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await rpc(server, "SendMessage", say(String(LARGE), {}, configuration), ann));
    await expect.poll(async () => resultOf(await rpc(server, "GetTask", { id }, ann)).artifacts).toHaveLength(1);
    const sockets: Socket[] = [];
    const closed = new Set<number>();
    for (let n = 0; n < 6; n++) {
      const accepted = once(server.server, "connection") as Promise<[Socket]>;
      sockets.push(await ask(server, "SubscribeToTask", id));
      const [served] = await accepted;
      served.once("close", () => closed.add(n));
      await expect.poll(() => served.writableLength + (served.destroyed ? 1e9 : 0)).toBeGreaterThan(100_000);
    }
    // Those that wait longest go first.
    await expect.poll(() => closed.size).toBeGreaterThan(1);
    expect([...closed]).toEqual([...closed.keys()].map((_, index) => index));
    expect(closed).not.toContain(5);
    for (const socket of sockets) socket.destroy();
  });
});

it("long answers and streams arrive unchanged, whatever their characters are", async () => {
  const text = `${"x".repeat(65_530)}${"\u{1f600}".repeat(200_000)}`;
  await using server = await start();
  const task = taskOf(await rpc(server, "SendMessage", say(text)));
  expect(JSON.stringify(task)).toContain(text);
  const frames = await readStream(await stream(server, "SendStreamingMessage", say(text)));
  expect(JSON.stringify(frames[0])).toContain(text);
});

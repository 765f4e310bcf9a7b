import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect as connectSocket, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { connect, type FollowedEvent } from "@a2a/client";
import type { GatewayEvent } from "@a2a/gateway";
import { artifact } from "@a2a/types";
import { expect, it } from "vitest";
import { Steps, serveAgent, startGateway, until } from "./support/setup.ts";

/** A server of one listener. */
async function serveListener(listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An agent that accepts requests and never answers them. */
function hangingAgent(card: string) {
  return serveListener((request, response) => {
    if (request.method === "GET") response.setHeader("Content-Type", "application/json").end(card);
  });
}

it("logs one warning for a send to an agent that is down, and answers at once", async () => {
  const logged: [object, string][] = [];
  const warn = (fields: object, message: string) => void logged.push([fields, message]);
  await using gateway = await startGateway({
    agents: { dead: { url: "http://127.0.0.1:9" } }, // nobody listens at the port "discard"
    logger: { debug() {}, info() {}, warn, error: warn },
  });
  const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] };
  const answer = await fetch(`${gateway.url}/agents/dead/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } }),
    signal: AbortSignal.timeout(3_000),
  });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    error: { message: "Agent dead cannot be reached: try again shortly" },
  });
  expect(logged).toEqual([
    [
      expect.objectContaining({ error: expect.objectContaining({ cause: expect.anything() }) }),
      "call refused: unavailable",
    ],
  ]);
});

it("answers for other agents while one hangs, and gives that one a rest", async () => {
  await using agent = await serveAgent();
  const card = JSON.stringify({
    ...(await connect(agent.url)).card,
    supportedInterfaces: [{ url: "/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  });
  await using hanging = await hangingAgent(card);
  const events: GatewayEvent[] = [];
  await using gateway = await startGateway({
    agents: {
      tax: { url: agent.url },
      slow: { url: hanging.url, timeoutMs: 100, breaker: { failures: 3, restMs: 60_000 } },
    },
    onEvent: (event) => events.push(event),
  });
  const slow = await connect(`${gateway.url}/agents/slow`, { maxRetries: 0, memory: new Map() });
  const waiting = Array.from({ length: 200 }, () => slow.getTask("t").catch((error: unknown) => error));
  const tax = await connect(`${gateway.url}/agents/tax`, { memory: new Map() });
  for (let index = 0; index < 5; index++)
    expect(await tax.send("hello")).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
  for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: "UNAVAILABLE" });
  await until(() => gateway.gateway.health().agents.slow?.breaker === "open");
  await expect(slow.getTask("t")).rejects.toMatchObject({ message: expect.stringContaining("has failed repeatedly") });
  expect(events).toContainEqual(expect.objectContaining({ type: "breaker", agent: "slow", state: "open" }));
  const health = await fetch(`${gateway.url}/health`);
  expect(await health.json()).toMatchObject({
    status: "ok",
    agents: { tax: { breaker: "closed" }, slow: { breaker: "open" } },
  });
});

it("answers in the caller's form for an agent that was never reached, and finds it when it is there", async () => {
  await using placeholder = await serveAgent();
  const port = Number(new URL(placeholder.url).port);
  await placeholder.close();
  await using gateway = await startGateway({
    agents: { late: { url: `http://127.0.0.1:${port}`, breaker: { restMs: 10 } } },
  });
  const url = `${gateway.url}/agents/late`;
  expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(503);
  const response = await fetch(`${url}/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tasks/get", params: { id: "t" } }),
  });
  expect(await response.json()).toMatchObject({
    jsonrpc: "2.0",
    id: 7,
    error: { message: expect.stringContaining("late") },
  });
  await using _agent = await serveAgent({ port });
  await until(async () => (await fetch(`${url}/.well-known/agent-card.json`)).status === 200);
  expect(await (await connect(url, { memory: new Map() })).send("hello")).toMatchObject({ task: {} });
});

/** An agent that streams 128 MB to each message, as fast as it is read. */
async function floodingAgent(card: object) {
  const ids = { taskId: "t", contextId: "c" };
  const chunk = {
    artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text: "x".repeat(64 * 1024) }] }, append: true },
  };
  const task = { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } };
  return serveListener(async (request, response) => {
    if (request.method === "GET")
      return void response.setHeader("Content-Type", "application/json").end(JSON.stringify(card));
    response.setHeader("Content-Type", "text/event-stream");
    const { id } = JSON.parse(await text(request)) as { id: string };
    const frame = (result: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
    response.write(frame(task));
    for (let sent = 0; sent < 2_000 && !response.destroyed; sent++) {
      if (!response.write(frame(chunk))) await once(response, "drain").catch(() => undefined);
    }
  });
}

it("makes the agent wait for a caller that does not read", async () => {
  await using described = await serveAgent();
  const { card } = await connect(described.url);
  const entry = { url: "/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" };
  await using agent = await floodingAgent({ ...card, supportedInterfaces: [entry] });
  const sockets: Socket[] = [];
  agent.server.on("connection", (socket) => sockets.push(socket));
  const sent = () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } } });
  const { hostname, port } = new URL(gateway.url);
  const socket = connectSocket(Number(port), hostname).pause();
  const body = JSON.stringify({ message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "flood" }] } });
  const head = [
    "POST /agents/tax/a2a/message:stream HTTP/1.1",
    `Host: ${hostname}`,
    "A2A-Version: 1.0",
    "Content-Type: application/json",
  ];
  socket.write(`${[...head, `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n${body}`);
  await until(() => sent() > 1_000_000);
  let before = 0;
  let unchanged = 0;
  await until(() => {
    unchanged = sent() === before ? unchanged + 1 : 0;
    before = sent();
    return unchanged > 40;
  });
  // Of 128 MB, as much as the buffers of two connections hold has left the agent.
  expect(sent()).toBeLessThan(32_000_000);
  socket.destroy();
});

it("counts large answers of agents against a budget", async () => {
  const large = "x".repeat(3_000_000);
  let turns = 0;
  await using agent = await serveAgent({
    turns: { deduplicate: false },
    executor: async function* () {
      turns++;
      yield artifact({ artifactId: "a", parts: [{ text: large }] });
    },
  });
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } }, maxAgentBytesInFlight: 8_000_000 });
  const client = await connect(`${gateway.url}/agents/tax`, { maxRetries: 0, memory: new Map() });
  const answer = await client.send("large");
  const id = "task" in answer ? answer.task.id : "";
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => client.getTask(id, { maxRetries: 0 })));
  const refused = asked.flatMap((result) => (result.status === "rejected" ? [result.reason as { code: string }] : []));
  expect(asked.length - refused.length).toBeGreaterThan(0);
  for (const { code } of refused) expect(code).toBe("CAPACITY_EXCEEDED");
  // A message is not sent again when there is no room for its answer.
  turns = 0;
  const sends = await Promise.allSettled(Array.from({ length: 12 }, () => client.send("large")));
  expect(sends.filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
  expect(turns).toBe(12);
  // Nothing stays counted.
  expect(await client.send("large")).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
});

it("refuses a large message for which there is no room before its body is read, and answers those it has accepted", async () => {
  const steps = new Steps();
  let turns = 0;
  await using agent = await serveAgent({
    executor: async function* () {
      turns++;
      await steps.next();
      yield "done";
    },
  });
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } }, maxAgentBytesInFlight: 1_000_000 });
  const client = await connect(`${gateway.url}/agents/tax`, { maxRetries: 0, memory: new Map() });
  // Callers that are not told apart may use all of it, half of it for one message.
  const sent = [client.send("x".repeat(400_000)), client.send("x".repeat(400_000))];
  await until(() => turns === 2);
  const socket = connectSocket(Number(new URL(gateway.url).port), "127.0.0.1");
  const lines = [
    "POST /agents/tax/a2a HTTP/1.1",
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    "A2A-Version: 1.0",
  ];
  // The body never comes.
  socket.write([...lines, "Content-Length: 400000", "", ""].join("\r\n"));
  const [head] = (await once(socket, "data")) as [Buffer];
  expect(String(head)).toMatch(/^HTTP\/1\.1 503 [\s\S]+"CAPACITY_EXCEEDED"/);
  socket.destroy();
  steps.take(2);
  for (const answer of await Promise.all(sent)) {
    expect("task" in answer && answer.task.history?.[0]?.parts[0]).toEqual({ text: "x".repeat(400_000) });
  }
  // Nothing stays counted, also of a message that cannot be read.
  for (let n = 0; n < 3; n++) {
    const response = await fetch(`${gateway.url}/agents/tax/a2a`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
      body: "x".repeat(400_000),
    });
    expect(await response.json()).toMatchObject({ error: { code: -32700 } });
  }
});

it("reads a large task that is subscribed to once, and refuses to follow one that has ended", async () => {
  const steps = new Steps();
  await using agent = await serveAgent({
    executor: async function* () {
      yield artifact({ artifactId: "a", parts: [{ text: "x".repeat(300_000) }] });
      await steps.next();
    },
  });
  // One caller may use half of it: room for the task, but not for two of them.
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } }, maxAgentBytesInFlight: 1_000_000 });
  const client = await connect(`${gateway.url}/agents/tax`, { maxRetries: 0, memory: new Map() });
  const answer = await client.send("go", { configuration: { returnImmediately: true } });
  const id = "task" in answer ? answer.task.id : "";
  await until(async () => (await client.getTask(id)).artifacts !== undefined);
  const events: FollowedEvent[] = [];
  for await (const event of client.subscribe(id)) {
    events.push(event);
    steps.take(1);
  }
  expect(events[0]).toMatchObject({ task: { id, status: { state: "TASK_STATE_WORKING" } } });
  expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  const response = await fetch(`${gateway.url}/agents/tax/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SubscribeToTask", params: { id } }),
  });
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining("has ended") } });
});

import type { ServerResponse } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue, type Message } from "@a2a/types";
import { readExchange } from "test-kit/exchanges";
import { describe, expect, it } from "vitest";
import { type ConnectOptions, connect } from "../src/index.ts";
import { type AgentPeerOptions, cardAt, type Method, serveAgentPeer, startStream } from "./support/agent-peer.ts";
import { answer, type Received } from "./support/peer.ts";

const working = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } };
const completed = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_COMPLETED" } };

/** An agent of 0.3 or 1.0 over HTTP+JSON. */
const rest = (version: string, other: NonNullable<AgentPeerOptions["other"]>) =>
  serveAgentPeer({ card: (url) => cardAt(url, { version, binding: "HTTP+JSON" }), other });

const connectTo = (url: string, memory = new Map<string, string>(), more: ConnectOptions = {}) =>
  connect(url, { memory, pollIntervalMs: 1, retryDelayMs: 1, ...more });

const paths = (received: readonly Received[]) => received.slice(1).map(({ method, path }) => `${method} ${path}`);

/** Answers as a real agent was recorded to. */
function answerAs(response: ServerResponse, name: string): void {
  const { status, contentType = "", body } = readExchange(name).answer;
  answer(response, body as JsonValue, status, { "Content-Type": contentType }); // read from JSON
}

describe("an endpoint that accepts application/json only (a2a-java 1.2)", () => {
  const start = () =>
    rest("1.0", ({ headers }, response) =>
      headers["content-type"] === "application/json"
        ? answer(response, { task: completed })
        : answerAs(response, "a2a-java-1.2.0-media-type-refused"),
    );

  it("is written to in that type from then on, and the next connection remembers it", async () => {
    await using peer = await start();
    const memory = new Map<string, string>();
    const client = await connectTo(peer.url, memory);
    expect(await client.send("hi")).toEqual({ task: completed });
    await client.send("again");
    expect(peer.received.slice(1).map(({ headers }) => headers["content-type"])).toEqual([
      "application/a2a+json",
      "application/json",
      "application/json",
    ]);
    const about = `1.0 over HTTP+JSON at ${peer.url}/ accepts bodies of type application/json only`;
    expect(client.describe().notes).toEqual([`found: ${about}`]);
    const next = await connectTo(peer.url, memory);
    await next.send("hi");
    expect(peer.received.at(-2)?.method).toBe("GET"); // the card, and no refusal after it
    expect(next.describe().notes).toEqual([`remembered: ${about}`]);
  });

  it("is forgotten after a day", async () => {
    await using peer = await start();
    const memory = new Map<string, string>();
    await (await connectTo(peer.url, memory)).send("hi");
    for (const [key, value] of memory) {
      const [until = "", ...rest] = value.split(" ");
      if (/^\d+$/.test(until)) memory.set(key, [Number(until) - 24 * 60 * 60 * 1000, ...rest].join(" "));
    }
    await (await connectTo(peer.url, memory)).send("hi");
    expect(peer.received.filter(({ headers }) => headers["content-type"] === "application/a2a+json")).toHaveLength(2);
  });

  it("is not assumed where another type does not help", async () => {
    await using peer = await rest("1.0", (_, response) => answer(response, "no", 415));
    const memory = new Map<string, string>();
    const client = await connectTo(peer.url, memory, { versions: ["1.0"], bindings: ["HTTP+JSON"] });
    await expect(client.send("hi")).rejects.toThrow();
    expect([...memory.keys()].filter((key) => key.startsWith("deviations"))).toEqual([]);
  });
});

it("subscribes by GET where POST is not allowed (a2a-sdk 0.3 for Python)", async () => {
  await using peer = await rest("0.3", ({ method, path }, response) => {
    if (!path.endsWith(":subscribe"))
      return answer(response, { ...completed, status: { state: "TASK_STATE_COMPLETED" } });
    if (method !== "GET") return answerAs(response, "a2a-sdk-python-0.3.26-subscribe-by-post");
    startStream(response);
    response.end(`data: ${JSON.stringify({ task: completed })}\n\n`);
  });
  const client = await connectTo(peer.url);
  for (let count = 0; count < 2; count++) for await (const _ of client.subscribe("t-1"));
  expect(paths(peer.received)).toEqual([
    "POST /v1/tasks/t-1:subscribe",
    "GET /v1/tasks/t-1:subscribe",
    "GET /v1/tasks/t-1:subscribe",
  ]);
});

it("learns from a refusal for another reason that the request was understood", async () => {
  await using peer = await rest("0.3", ({ method }, response) =>
    answerAs(response, `a2a-sdk-python-0.3.26-${method === "GET" ? "unknown-task" : "subscribe-by-post"}`),
  );
  const client = await connectTo(peer.url);
  const subscribed = client.subscribe("t-1").next();
  await expect(subscribed).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  expect(client.describe().notes).toEqual([`found: 0.3 over HTTP+JSON at ${peer.url}/ subscribes to tasks by GET`]);
});

it("registers a webhook without its request where that is refused", async () => {
  const config = {
    name: "tasks/t-1/pushNotificationConfigs/w-1",
    pushNotificationConfig: { url: "https://h.example/" },
  };
  await using peer = await rest("0.3", ({ body }, response) =>
    "config" in (JSON.parse(body) as JsonObject)
      ? answer(response, { code: -32602, message: "unknown field parent" }, 400)
      : answer(response, config),
  );
  const client = await connectTo(peer.url);
  const made = await client.createPushConfig({ taskId: "t-1", id: "w-1", url: "https://h.example/" });
  expect(made).toMatchObject({ taskId: "t-1", id: "w-1" });
  expect(peer.received).toHaveLength(3);
});

it("leaves out the names of files where they are refused, and keeps them in metadata (a2a-java 0.3)", async () => {
  await using peer = await rest("0.3", ({ body }, response) =>
    body.includes('"name":"chart.png"')
      ? answerAs(response, "a2a-java-0.3.3-file-name-refused")
      : answer(response, { task: completed }),
  );
  const client = await connectTo(peer.url);
  const part = { url: "https://files.example/chart.png", filename: "chart.png", mediaType: "image/png" };
  const message: Message = { messageId: "m-1", role: "ROLE_USER", parts: [part] };
  await client.send(message);
  await client.send("no file"); // nothing to leave out
  expect(peer.received).toHaveLength(4);
  expect(peer.received[2]?.body).toContain('{"filename":"chart.png","mediaType":"image/png"}');
});

it("does not repeat a request that the peer failed at: it may have acted before", async () => {
  await using peer = await rest("0.3", (_, response) => answer(response, { message: "unknown exception" }, 500));
  const client = await connectTo(peer.url);
  const parts: Message["parts"] = [{ url: "https://files.example/chart.png", filename: "chart.png" }];
  await expect(client.send({ messageId: "m-1", role: "ROLE_USER", parts })).rejects.toThrow("500");
  expect(peer.received).toHaveLength(2);
});

describe("an agent that answers before the task is done (fasta2a)", () => {
  const start = (states: readonly string[]) => {
    let reads = 0;
    return serveAgentPeer({
      card: (url) => cardAt(url),
      methods: {
        SendMessage: () => ({ task: { ...working, status: { state: "TASK_STATE_SUBMITTED" } } }),
        GetTask: () => ({ ...working, status: { state: states[Math.min(reads++, states.length - 1)] } }),
      },
    });
  };

  it.each(["COMPLETED", "FAILED", "INPUT_REQUIRED"])("is polled until the task is %s", async (end) => {
    await using peer = await start(["TASK_STATE_WORKING", `TASK_STATE_${end}`]);
    const client = await connectTo(peer.url);
    expect(await client.send("hi")).toMatchObject({ task: { status: { state: `TASK_STATE_${end}` } } });
    expect(client.describe().notes.join()).toContain("does not wait for the task when asked to, and is polled");
  });

  it("is not polled when the caller does not want to wait", async () => {
    await using peer = await start(["TASK_STATE_COMPLETED"]);
    const client = await connectTo(peer.url);
    const submitted = { task: { status: { state: "TASK_STATE_SUBMITTED" } } };
    expect(await client.send("hi", { awaitTask: false })).toMatchObject(submitted);
    expect(await client.send("hi", { configuration: { returnImmediately: true } })).toMatchObject(submitted);
    expect(peer.received).toHaveLength(3);
  });

  it("gives the task as it is when the time is up, and where it cannot be read", async () => {
    await using peer = await start(["TASK_STATE_WORKING"]);
    const client = await connectTo(peer.url);
    expect(await client.send("hi", { timeoutMs: 50 })).toMatchObject({ task: { status: working.status } });
    await using mute = await serveAgentPeer({
      card: (url) => cardAt(url),
      methods: { SendMessage: () => ({ task: working }) },
    });
    expect(await (await connectTo(mute.url)).send("hi")).toEqual({ task: working });
  });
});

it("names output modes in every configuration, since an agent of 0.3 may insist on it (fasta2a)", async () => {
  const task = { ...working, kind: "task", status: { state: "submitted" } };
  await using peer = await serveAgentPeer({
    card: (url) => cardAt(url, { version: "0.3", capabilities: {} }),
    methods: {
      "message/send": ({ params: { configuration } }, response) =>
        isJsonObject(configuration) && !("acceptedOutputModes" in configuration)
          ? answerAs(response, "fasta2a-0.6.1-configuration-without-modes")
          : task,
      "tasks/get": () => ({ ...task, status: { state: "completed" } }),
    },
  });
  const client = await connectTo(peer.url);
  const states: string[] = [];
  for await (const event of client.stream("hi")) {
    if ("task" in event) states.push(event.task.status.state);
    else if ("statusUpdate" in event) states.push(event.statusUpdate.status.state);
  }
  expect(states).toEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_COMPLETED"]);
});

describe("an agent of 0.1 with one URL per method, whose card claims 0.3 (python-a2a)", () => {
  const unknown: Method = ({ id, params }, response) => {
    const error = { code: -32000, message: `Task not found: ${String(params.id)}` };
    answer(response, { jsonrpc: "2.0", id, error }, 404);
  };
  const start = () => {
    const tasks = new Map<string, JsonObject>();
    const methods: Readonly<Record<string, Method>> = {
      "tasks/send": ({ params }) => {
        const task = { id: String(params.id), sessionId: "s-1", status: { state: "completed" } };
        tasks.set(task.id, task);
        return task;
      },
      "tasks/get": (call, response) => tasks.get(String(call.params.id)) ?? unknown(call, response),
    };
    return serveAgentPeer({
      card: (url) => cardAt(url, { version: "0.3" }),
      rpcPath: "none",
      other: async (request, response) => {
        if (request.path === "/") return answerAs(response, "python-a2a-0.5.10-message-instead-of-answer");
        const method = methods[request.path.slice(1)];
        if (method === undefined) return answer(response, "<h1>Method Not Allowed</h1>", 405);
        const { id = null, params = {} } = JSON.parse(request.body) as JsonObject;
        const call = { ...request, id, rpcMethod: request.path.slice(1), params: params as JsonObject };
        const result = await method(call, response);
        return result && answer(response, { jsonrpc: "2.0", id, result });
      },
    });
  };

  it("is found without being told the version", async () => {
    await using peer = await start();
    const client = await connectTo(peer.url);
    expect(await client.send("hi")).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
    expect(client.describe().notes.at(-1)).toBe(`found: 0.1 over JSONRPC at ${peer.url}/{method}`);
  });

  it("is polled where it has no URL for streams, also before it knows the task", async () => {
    await using peer = await start();
    const client = await connectTo(peer.url, new Map(), { versions: ["0.1"] });
    let end: unknown;
    for await (const event of client.stream("hi")) end = event;
    expect(end).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
  });
});

import { COMPAT } from "@a2a/bridge";
import { createMessage, type JsonObject, type JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../src/auth.ts";
import { type AgentClient, type ConnectOptions, connect } from "../src/index.ts";
import { cardAt, serveAgentPeer } from "./support/agent-peer.ts";
import { answer, type Received, servePeer } from "./support/peer.ts";

/** One call as it goes over the wire, and what it means. */
interface Exchange {
  readonly call: (client: AgentClient) => Promise<unknown>;
  /** The JSON-RPC method, or the HTTP method and path. */
  readonly sent: string;
  /** Members that the params, or the body, must have. */
  readonly params: JsonObject;
  readonly answered: JsonValue;
  readonly output: unknown;
}

const message = {
  messageId: "m-1",
  role: "ROLE_USER" as const,
  parts: [{ text: "tides" }],
  contextId: "c-1",
};
const webhook = { taskId: "t-1", id: "w-1", url: "https://hook.example/a2a" };
const model = {
  task: { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } },
  canceled: { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_CANCELED" } },
};

const send = (client: AgentClient) => client.send(message, { metadata: { trace: "x" } });
const later = (client: AgentClient) => client.send(message, { configuration: { returnImmediately: true } });
const get = (client: AgentClient) => client.getTask("t-1", { historyLength: 2 });
const cancel = (client: AgentClient) => client.cancelTask("t-1", { metadata: { why: "late" } });
const list = (client: AgentClient) => client.listTasks({ contextId: "c-1", pageSize: 2 });
const register = (client: AgentClient) => client.createPushConfig(webhook);
const readHook = (client: AgentClient) => client.getPushConfig("t-1", "w-1");
const listHooks = (client: AgentClient) => client.listPushConfigs("t-1");
const removeHook = (client: AgentClient) => client.deletePushConfig("t-1", "w-1");

const page = { tasks: [model.task], nextPageToken: "p-2", pageSize: 2, totalSize: 3 };

const v1_0: Exchange[] = [
  {
    call: send,
    sent: "SendMessage",
    params: { message, metadata: { trace: "x" } },
    answered: { task: model.task },
    output: { task: model.task },
  },
  {
    call: later,
    sent: "SendMessage",
    params: { configuration: { returnImmediately: true } },
    answered: { task: model.task },
    output: { task: model.task },
  },
  { call: get, sent: "GetTask", params: { id: "t-1", historyLength: 2 }, answered: model.task, output: model.task },
  {
    call: cancel,
    sent: "CancelTask",
    params: { id: "t-1", metadata: { why: "late" } },
    answered: model.canceled,
    output: model.canceled,
  },
  { call: list, sent: "ListTasks", params: { contextId: "c-1", pageSize: 2 }, answered: page, output: page },
  { call: register, sent: "CreateTaskPushNotificationConfig", params: webhook, answered: webhook, output: webhook },
  {
    call: readHook,
    sent: "GetTaskPushNotificationConfig",
    params: { taskId: "t-1", id: "w-1" },
    answered: webhook,
    output: webhook,
  },
  {
    call: listHooks,
    sent: "ListTaskPushNotificationConfigs",
    params: { taskId: "t-1" },
    answered: { configs: [webhook] },
    output: [webhook],
  },
  {
    call: removeHook,
    sent: "DeleteTaskPushNotificationConfig",
    params: { taskId: "t-1", id: "w-1" },
    answered: {},
    output: undefined,
  },
];

const rest1_0: Exchange[] = [
  {
    call: send,
    sent: "POST /message:send",
    params: { message },
    answered: { task: model.task },
    output: { task: model.task },
  },
  { call: get, sent: "GET /tasks/t-1?historyLength=2", params: {}, answered: model.task, output: model.task },
  {
    call: cancel,
    sent: "POST /tasks/t-1:cancel",
    params: { metadata: { why: "late" } },
    answered: model.canceled,
    output: model.canceled,
  },
  { call: list, sent: "GET /tasks?contextId=c-1&pageSize=2", params: {}, answered: page, output: page },
  {
    call: register,
    sent: "POST /tasks/t-1/pushNotificationConfigs",
    params: { url: webhook.url },
    answered: webhook,
    output: webhook,
  },
  {
    call: readHook,
    sent: "GET /tasks/t-1/pushNotificationConfigs/w-1",
    params: {},
    answered: webhook,
    output: webhook,
  },
  {
    call: listHooks,
    sent: "GET /tasks/t-1/pushNotificationConfigs",
    params: {},
    answered: { configs: [webhook] },
    output: [webhook],
  },
  {
    call: removeHook,
    sent: "DELETE /tasks/t-1/pushNotificationConfigs/w-1",
    params: {},
    answered: {},
    output: undefined,
  },
];

const task0_3 = { kind: "task", id: "t-1", contextId: "c-1", status: { state: "working" } };
const canceled0_3 = { ...task0_3, status: { state: "canceled" } };
const webhook0_3 = { taskId: "t-1", pushNotificationConfig: { id: "w-1", url: webhook.url } };
const message0_3 = {
  kind: "message",
  messageId: "m-1",
  role: "user",
  parts: [{ kind: "text", text: "tides" }],
  contextId: "c-1",
};

const v0_3: Exchange[] = [
  {
    call: send,
    sent: "message/send",
    params: { message: message0_3, metadata: { trace: "x" } },
    answered: task0_3,
    output: { task: model.task },
  },
  {
    call: later,
    sent: "message/send",
    params: { configuration: { blocking: false } },
    answered: task0_3,
    output: { task: model.task },
  },
  { call: get, sent: "tasks/get", params: { id: "t-1", historyLength: 2 }, answered: task0_3, output: model.task },
  {
    call: cancel,
    sent: "tasks/cancel",
    params: { id: "t-1", metadata: { why: "late" } },
    answered: canceled0_3,
    output: model.canceled,
  },
  {
    call: register,
    sent: "tasks/pushNotificationConfig/set",
    params: webhook0_3,
    answered: webhook0_3,
    output: webhook,
  },
  {
    call: readHook,
    sent: "tasks/pushNotificationConfig/get",
    params: { id: "t-1", pushNotificationConfigId: "w-1" },
    answered: webhook0_3,
    output: webhook,
  },
  {
    call: listHooks,
    sent: "tasks/pushNotificationConfig/list",
    params: { id: "t-1" },
    answered: [webhook0_3],
    output: [webhook],
  },
  {
    call: removeHook,
    sent: "tasks/pushNotificationConfig/delete",
    params: { id: "t-1", pushNotificationConfigId: "w-1" },
    answered: null,
    output: undefined,
  },
];

const proto0_3 = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } };
const rest0_3: Exchange[] = [
  {
    call: send,
    sent: "POST /v1/message:send",
    params: { message: { messageId: "m-1", role: "ROLE_USER", content: [{ text: "tides" }], contextId: "c-1" } },
    answered: { task: proto0_3 },
    output: { task: model.task },
  },
  { call: get, sent: "GET /v1/tasks/t-1?historyLength=2", params: {}, answered: proto0_3, output: model.task },
  {
    call: cancel,
    sent: "POST /v1/tasks/t-1:cancel",
    params: {},
    answered: { ...proto0_3, status: { state: "TASK_STATE_CANCELLED" } },
    output: model.canceled,
  },
];

const task0_1 = { id: "t-1", sessionId: "c-1", status: { state: "working" } };
const webhook0_1 = { id: "t-1", pushNotificationConfig: { url: webhook.url } };
const v0_1: Exchange[] = [
  {
    call: send,
    sent: "tasks/send",
    params: { id: "m-1", sessionId: "c-1", message: { role: "user", parts: [{ type: "text", text: "tides" }] } },
    answered: task0_1,
    output: { task: model.task },
  },
  { call: get, sent: "tasks/get", params: { id: "t-1", historyLength: 2 }, answered: task0_1, output: model.task },
  {
    call: cancel,
    sent: "tasks/cancel",
    params: { id: "t-1", metadata: { why: "late" } },
    answered: { ...task0_1, status: { state: "canceled" } },
    output: model.canceled,
  },
  {
    call: register,
    sent: "tasks/pushNotification/set",
    params: webhook0_1,
    answered: webhook0_1,
    output: { taskId: "t-1", id: "t-1", url: webhook.url },
  },
  {
    call: readHook,
    sent: "tasks/pushNotification/get",
    params: { id: "t-1" },
    answered: webhook0_1,
    output: { taskId: "t-1", id: "t-1", url: webhook.url },
  },
  {
    call: listHooks,
    sent: "tasks/pushNotification/get",
    params: { id: "t-1" },
    answered: webhook0_1,
    output: [{ taskId: "t-1", id: "t-1", url: webhook.url }],
  },
];

const memory = () => ({ memory: new Map<string, string>(), awaitTask: false });

describe.each<[string, ConnectOptions, Exchange[]]>([
  ["1.0", { versions: ["1.0"] }, v1_0],
  ["0.3", { versions: ["0.3"] }, v0_3],
  ["0.2", { versions: ["0.2"] }, v0_3],
  ["0.1", { versions: ["0.1"] }, v0_1],
])("operations of %s over JSON-RPC", (version, options, exchanges) => {
  it.each(exchanges)("$sent", async ({ call, sent, params, answered, output }) => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { version }),
      methods: { [sent]: () => answered },
    });
    const client = await connect(peer.url, { ...options, ...memory() });
    expect(await call(client)).toEqual(output);
    const request = peer.received.at(-1) as Received;
    expect(JSON.parse(request.body)).toMatchObject({ jsonrpc: "2.0", method: sent, params });
    expect(request.headers["a2a-version"]).toBe(version === "1.0" ? "1.0" : undefined);
  });
});

describe.each<[string, Exchange[]]>([
  ["1.0", rest1_0],
  ["0.3", rest0_3],
])("operations of %s over HTTP+JSON", (version, exchanges) => {
  it.each(exchanges)("$sent", async ({ call, sent, params, answered, output }) => {
    await using peer = await servePeer((request, response) => {
      if (request.path.startsWith("/.well-known")) {
        return answer(response, cardAt(`http://${request.headers.host}/desk`, { version, binding: "HTTP+JSON" }));
      }
      const known = `${request.method} ${request.path.replace("/desk", "")}` === sent;
      return answer(response, known ? answered : { error: { code: 404, message: "no" } }, known ? 200 : 404);
    });
    const client = await connect(peer.url, { bindings: ["HTTP+JSON"], ...memory() });
    expect(await call(client)).toEqual(output);
    const { body } = peer.received.at(-1) as Received;
    expect(body === "" ? {} : JSON.parse(body)).toMatchObject(params);
  });
});

describe("operations", () => {
  it("that a protocol version lacks are refused without a request", async () => {
    await using peer = await serveAgentPeer({ card: (url) => cardAt(url, { version: "0.3" }) });
    const client = await connect(peer.url, memory());
    await expect(client.listTasks()).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
    expect(peer.received.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("R-98 R-99 read the extended card with credentials, and use it from then on", async () => {
    const inside = { name: "Weather desk, inside", capabilities: { streaming: false } };
    await using peer = await serveAgentPeer({
      card: (url) =>
        cardAt(url, {
          securitySchemes: { desk: { httpAuthSecurityScheme: { scheme: "bearer" } } },
          securityRequirements: [{ schemes: { desk: { list: [] } } }],
        }),
      methods: {
        GetExtendedAgentCard: () => cardAt("https://agent.example", inside),
        SendMessage: () => ({ task: { ...model.task, status: { state: "TASK_STATE_COMPLETED" } } }),
      },
    });
    const client = await connect(peer.url, { auth: bearer("t-1"), ...memory() });
    expect(await client.extendedCard()).toMatchObject(inside);
    expect(peer.received.at(-1)?.headers.authorization).toBe("Bearer t-1");
    expect(client.card.name).toBe("Weather desk, inside");
    // It says that the agent does not stream, which the public one did not.
    for await (const event of client.stream("go")) expect(event).toHaveProperty("task");
    expect(JSON.parse(peer.received.at(-1)?.body ?? "").method).toBe("SendMessage");
  });

  it("R-103 that the card says the agent does not have are refused without a request", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { capabilities: { pushNotifications: false, extendedAgentCard: false } }),
    });
    const client = await connect(peer.url, memory());
    for (const call of [register, readHook, listHooks, removeHook]) {
      await expect(call(client)).rejects.toMatchObject({ code: "PUSH_NOTIFICATION_NOT_SUPPORTED" });
    }
    const withWebhook = client.send("go", { configuration: { taskPushNotificationConfig: { url: webhook.url } } });
    await expect(withWebhook).rejects.toMatchObject({ code: "PUSH_NOTIFICATION_NOT_SUPPORTED" });
    await expect(client.extendedCard()).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
    expect(peer.received.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("list all tasks, page after page, and reject a repeated page token", async () => {
    const pages: Record<string, JsonObject> = {
      "": { tasks: [model.task], nextPageToken: "p-2", pageSize: 1, totalSize: 2 },
      "p-2": { tasks: [model.canceled], nextPageToken: "", pageSize: 1, totalSize: 2 },
      "p-9": { tasks: [], nextPageToken: "p-9", pageSize: 1, totalSize: 2 },
    };
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { ListTasks: ({ params }) => pages[String(params.pageToken ?? "")] },
    });
    const client = await connect(peer.url, memory());
    const tasks = [];
    for await (const task of client.tasks()) tasks.push(task);
    expect(tasks).toEqual([model.task, model.canceled]);
    const repeated = client.tasks({ pageToken: "p-9" });
    await expect(repeated.next()).rejects.toMatchObject({
      code: "PROTOCOL",
      message: 'the server repeated page token "p-9"',
    });
  });

  it("send the tenant that the card names", async () => {
    await using peer = await serveAgentPeer({
      card: (url) =>
        cardAt(url, {
          supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "north" }],
        }),
      methods: { GetTask: () => model.task },
    });
    const client = await connect(peer.url, memory());
    await client.getTask("t-1");
    expect(JSON.parse(peer.received.at(-1)?.body ?? "").params).toEqual({ tenant: "north", id: "t-1" });
  });

  it("request extensions, and send headers to the agent only", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { GetTask: () => model.task } });
    const client = await connect(peer.url, { headers: { "X-Team": "north" }, extensions: ["urn:x:1"], ...memory() });
    await client.getTask("t-1", { headers: { "X-Run": "7" } });
    expect(peer.received.at(-1)?.headers).toMatchObject({
      "x-team": "north",
      "x-run": "7",
      "a2a-extensions": "urn:x:1",
    });
  });
});

describe("an agent of 0.1", () => {
  const working = (id: JsonValue | undefined): JsonObject => ({ id: id ?? "", status: { state: "working" } });

  it("is called in the background by a caller that does not want to wait", async () => {
    let finish = (_: unknown) => {};
    const finished = new Promise((resolve) => {
      finish = resolve;
    });
    let known: JsonObject | undefined;
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { version: "0.1" }),
      methods: {
        "tasks/send": async ({ params }) => {
          await finished;
          known = { id: params.id as string, status: { state: "completed" } };
          return known;
        },
        "tasks/get": (_, response) => {
          if (known) return known;
          answer(response, { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Task not found" } });
          return undefined;
        },
      },
    });
    const client = await connect(peer.url, memory());
    const { messageId } = message;
    expect(await later(client)).toMatchObject({ task: { id: messageId, status: { state: "TASK_STATE_SUBMITTED" } } });
    expect(await client.getTask(messageId)).toMatchObject({ status: { state: "TASK_STATE_SUBMITTED" } });
    finish(undefined);
    await expect.poll(() => client.getTask(messageId)).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
  });

  it("reports at once how a send ends that is answered at once", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { version: "0.1" }),
      methods: {
        "tasks/send": ({ params }, response) =>
          peer.received.length > 2 ? working(params.id) : answer(response, "no room", 507),
      },
    });
    const client = await connect(peer.url, memory());
    await expect(later(client)).rejects.toMatchObject({ code: "HTTP", status: 507 });
    expect(await later(client)).toMatchObject({ task: { id: "m-1", status: { state: "TASK_STATE_WORKING" } } });
  });

  it("reads the task to report how a background send failed", async () => {
    const refused = Promise.withResolvers<void>();
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { version: "0.1" }),
      methods: {
        "tasks/send": async (_, response) => {
          await refused.promise;
          return answer(response, "no room", 507);
        },
        "tasks/get": (_, response) =>
          answer(response, { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Task not found" } }),
      },
    });
    const client = await connect(peer.url, memory());
    await later(client);
    refused.resolve();
    await expect
      .poll(() => client.getTask("m-1").catch((error: unknown) => error))
      .toMatchObject({ code: "HTTP", status: 507 });
  });

  it("is polled when it does not stream", async () => {
    let reads = 0;
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { version: "0.1", capabilities: {} }),
      methods: {
        "tasks/send": ({ params }) => working(params.id),
        "tasks/get": ({ params }) =>
          ++reads < 3 ? working(params.id) : { id: params.id, status: { state: "completed" } },
      },
    });
    const client = await connect(peer.url, { pollIntervalMs: 1, ...memory() });
    const states: string[] = [];
    for await (const event of client.subscribe("t-1")) {
      if ("task" in event) states.push(event.task.status.state);
      else if ("statusUpdate" in event) states.push(event.statusUpdate.status.state);
    }
    expect(states).toEqual(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
  });
});

describe("a webhook that was read from an agent of an older version", () => {
  it("is sent to a 1.0 agent without its stashed wire form", async () => {
    // 1.0 has one scheme where 0.3 lists several, so the wire form is kept beside the webhook.
    const pushNotificationConfig = {
      id: "w-1",
      url: "https://hook.example/a2a",
      authentication: { schemes: ["Bearer", "Basic"], credentials: "k" },
    };
    await using older = await serveAgentPeer({
      card: (url) => cardAt(url, { version: "0.3", capabilities: { pushNotifications: true } }),
      methods: { "tasks/pushNotificationConfig/get": () => ({ taskId: "t-1", pushNotificationConfig }) },
    });
    await using newer = await serveAgentPeer({
      card: (url) => cardAt(url, { capabilities: { pushNotifications: true } }),
      methods: {
        CreateTaskPushNotificationConfig: () => webhook,
        SendMessage: () => ({ task: model.task }),
      },
    });
    const read = await (await connect(older.url, { memory: new Map() })).getPushConfig("t-1", "w-1");
    expect(JSON.stringify(read)).toContain(COMPAT);
    const client = await connect(newer.url, { memory: new Map(), awaitTask: false });
    await client.createPushConfig({ ...read, taskId: "t-1" });
    await client.send("hello", { configuration: { taskPushNotificationConfig: read } });
    const posted = newer.received.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));
    expect(posted.map(({ method }) => method)).toEqual(["CreateTaskPushNotificationConfig", "SendMessage"]);
    expect(posted[0].params).toMatchObject({ id: "w-1", url: webhook.url, authentication: { scheme: "Bearer" } });
    expect(posted[1].params.configuration.taskPushNotificationConfig).toMatchObject({ url: webhook.url });
    expect(JSON.stringify(posted)).not.toContain(COMPAT);
  });
});

describe("a message that cannot be sent", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const data = (value: unknown) => createMessage([{ data: value as JsonValue }]);

  it.each<[string, unknown, object | undefined, string]>([
    [
      "undefined",
      undefined,
      undefined,
      'expected a text or a message, such as createMessage("Hello"), found undefined',
    ],
    ["a number", 5, undefined, 'expected a text or a message, such as createMessage("Hello"), found a number'],
    [
      "a part",
      { text: "hi" },
      undefined,
      'expected a text or a message, such as createMessage("Hello"), found an object without parts',
    ],
    [
      "a Map",
      data({ rows: new Map() }),
      undefined,
      "message.parts[0].data.rows: expected JSON, found a Map; Object.fromEntries(map) makes an object of it",
    ],
    [
      "circular data",
      data(circular),
      undefined,
      "message.parts[0].data.self: expected JSON, found an object that contains itself",
    ],
    ["a bigint", data(5n), undefined, "message.parts[0].data: expected JSON, found a bigint"],
    [
      "circular metadata",
      "hi",
      { metadata: circular },
      "metadata.self: expected JSON, found an object that contains itself",
    ],
  ])("such as %s is refused with one sentence, before it is sent", async (_, sent, options, text) => {
    await using peer = await serveAgentPeer({ card: cardAt });
    const client = await connect(peer.url, { memory: new Map() });
    const before = peer.received.length;
    await expect(client.send(sent as string, options as object)).rejects.toThrow(new TypeError(text));
    expect(() => client.stream(sent as string, options as object)).toThrow(new TypeError(text));
    expect(peer.received).toHaveLength(before);
  });
});

import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { A2AError, type AgentCard, type StreamResponse, type Task } from "@a2a/types";
import { A2AClient } from "sdk-v0_2/client";
import { ClientFactory as Factory0_3, ClientFactoryOptions as Options0_3, TaskNotFoundError } from "sdk-v0_3/client";
import { Message, Part, StreamResponse as SdkEvent, Task as SdkTask, SendMessageRequest } from "sdk-v1_0";
import { ClientFactory, ClientFactoryOptions } from "sdk-v1_0/client";
import { legacyPushNotificationToV1StreamResponse } from "sdk-v1_0/compat/v0_3";
import { describe, expect, it } from "vitest";
import { type Script, serveBridgeAgent } from "../src/bridge-agent.ts";
import { sampleCard } from "../src/samples.ts";

const ids = { taskId: "t-1", contextId: "c-1" };
const task: Task = {
  id: "t-1",
  contextId: "c-1",
  status: {
    state: "TASK_STATE_COMPLETED",
    message: {
      messageId: "m-2",
      contextId: "c-1",
      taskId: "t-1",
      role: "ROLE_AGENT",
      parts: [{ text: "There you are" }],
    },
    timestamp: "2026-04-02T06:30:00.125Z",
  },
  artifacts: [
    {
      artifactId: "chart",
      name: "chart",
      parts: [
        { text: "06:12" },
        { raw: "AAECAwT/", filename: "chart.bin", mediaType: "application/octet-stream" },
        { url: "https://files.example/chart.png", mediaType: "image/png" },
        { data: { draught: 7.5 } },
        { data: [1, 2] },
      ],
    },
  ],
  metadata: { pilot: "Ada" },
};
const events: StreamResponse[] = [
  { task: { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_SUBMITTED" } } },
  { statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING" } } },
  {
    artifactUpdate: {
      ...ids,
      artifact: { artifactId: "log", parts: [{ text: "Fog" }] },
      append: false,
      lastChunk: true,
    },
  },
  { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } },
];
const hook = {
  taskId: "t-1",
  id: "p-1",
  url: "https://harbour.example/hook",
  token: "k",
  authentication: { scheme: "Bearer", credentials: "s" },
};

const script: Script = ({ operation, input }) => {
  switch (operation) {
    case "sendMessage":
      return { task };
    case "sendStreamingMessage":
    case "subscribeToTask":
      return events;
    case "getTask":
      if ("id" in input && input.id === "nowhere") throw new A2AError("TASK_NOT_FOUND", "no task nowhere");
      return task;
    case "listTasks":
      return { tasks: [task], nextPageToken: "", pageSize: 50, totalSize: 1 };
    case "cancelTask":
      return { ...task, status: { state: "TASK_STATE_CANCELED" } };
    case "createTaskPushNotificationConfig":
    case "getTaskPushNotificationConfig":
      return hook;
    case "listTaskPushNotificationConfigs":
      return { configs: [hook] };
    case "deleteTaskPushNotificationConfig":
      return {};
    case "getExtendedAgentCard":
      return sampleCard("http://agent.invalid");
  }
};

/** A card whose first address is the one a client is to take. */
const preferring =
  (binding: string) =>
  (url: string): AgentCard => {
    const card = sampleCard(url);
    const first = card.supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === binding);
    return {
      ...card,
      supportedInterfaces: [...first, ...card.supportedInterfaces.filter((entry) => !first.includes(entry))],
    };
  };

async function collect<T>(received: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of received) all.push(event);
  return all;
}

// What the two older SDKs are asked to send, and what they make of our task.
const olderMessage = {
  kind: "message" as const,
  messageId: "m-1",
  role: "user" as const,
  parts: [
    { kind: "text" as const, text: "Low water?" },
    { kind: "file" as const, file: { uri: "https://files.example/a.png", name: "a.png", mimeType: "image/png" } },
    { kind: "data" as const, data: { draught: 7.5 } },
  ],
  metadata: { trace: "t-17" },
};
const sentMessage = {
  messageId: "m-1",
  role: "ROLE_USER",
  parts: [
    { text: "Low water?" },
    { url: "https://files.example/a.png", filename: "a.png", mediaType: "image/png" },
    { data: { draught: 7.5 } },
  ],
  metadata: { trace: "t-17" },
};
const olderTask = {
  kind: "task",
  id: "t-1",
  contextId: "c-1",
  status: {
    state: "completed",
    message: { kind: "message", messageId: "m-2", role: "agent", parts: [{ kind: "text", text: "There you are" }] },
    timestamp: "2026-04-02T06:30:00.125Z",
  },
  artifacts: [
    {
      artifactId: "chart",
      name: "chart",
      parts: [
        { kind: "text", text: "06:12" },
        { kind: "file", file: { bytes: "AAECAwT/", mimeType: "application/octet-stream" } },
        { kind: "file", file: { uri: "https://files.example/chart.png", mimeType: "image/png" } },
        { kind: "data", data: { draught: 7.5 } },
        { kind: "data", data: { value: [1, 2] } },
      ],
    },
  ],
  metadata: { pilot: "Ada" },
};
const olderEvents = [
  { kind: "task", id: "t-1", contextId: "c-1", status: { state: "submitted" } },
  { kind: "status-update", ...ids, status: { state: "working" }, final: false },
  {
    kind: "artifact-update",
    ...ids,
    artifact: { artifactId: "log", parts: [{ kind: "text", text: "Fog" }] },
    lastChunk: true,
  },
  { kind: "status-update", ...ids, status: { state: "completed" }, final: true },
];
const olderHook = {
  taskId: "t-1",
  pushNotificationConfig: {
    id: "p-1",
    url: "https://harbour.example/hook",
    token: "k",
    authentication: { schemes: ["Bearer"], credentials: "s" },
  },
};

describe("R-239 the official client 0.2.5", () => {
  it("and our codecs understand each other", async () => {
    await using agent = await serveBridgeAgent(v0_2, preferring("JSONRPC"), script);
    const client = new A2AClient(agent.url);
    const card = await client.getAgentCard();
    expect(card).toMatchObject({ name: "Harbour", url: `${agent.url}/rpc`, capabilities: { streaming: true } });

    const configuration = { acceptedOutputModes: ["text/plain"], blocking: false, historyLength: 2 };
    expect(await client.sendMessage({ message: olderMessage, configuration })).toMatchObject({ result: olderTask });
    expect(agent.calls.at(-1)?.input).toMatchObject({
      message: sentMessage,
      configuration: { acceptedOutputModes: ["text/plain"], returnImmediately: true, historyLength: 2 },
    });

    expect(await collect(client.sendMessageStream({ message: olderMessage }))).toMatchObject(olderEvents);
    expect(await collect(client.resubscribeTask({ id: "t-1" }))).toMatchObject(olderEvents);
    expect(await client.getTask({ id: "t-1", historyLength: 1 })).toMatchObject({ result: olderTask });
    expect(agent.calls.at(-1)).toMatchObject({ operation: "getTask", input: { id: "t-1", historyLength: 1 } });
    expect(await client.cancelTask({ id: "t-1" })).toMatchObject({ result: { status: { state: "canceled" } } });
    expect(await client.setTaskPushNotificationConfig(olderHook)).toMatchObject({ result: olderHook });
    expect(agent.calls.at(-1)?.input).toMatchObject(hook);
    expect(await client.getTaskPushNotificationConfig({ id: "t-1" })).toMatchObject({ result: olderHook });

    const refused = await client.getTask({ id: "nowhere" });
    expect(client.isErrorResponse(refused)).toBe(true);
    expect(refused).toMatchObject({ error: { code: -32001, message: "no task nowhere" } });
  });
});

describe.each(["JSONRPC", "HTTP+JSON"])("R-239 the official client 0.3.14 over %s", (binding) => {
  it("and our codecs understand each other", async () => {
    await using agent = await serveBridgeAgent(v0_3, preferring(binding), script);
    const options = Options0_3.createFrom(Options0_3.default, { preferredTransports: [binding] });
    const client = await new Factory0_3(options).createFromUrl(agent.url);
    expect(await client.getAgentCard()).toMatchObject({
      name: "Harbour",
      securitySchemes: { pass: { type: "http", scheme: "Bearer" } },
    });

    const configuration = { acceptedOutputModes: ["text/plain"], blocking: true };
    expect(await client.sendMessage({ message: olderMessage, configuration })).toMatchObject(olderTask);
    const [first, file, data] = sentMessage.parts;
    // Over HTTP+JSON this client has no place for the name of a file.
    const { filename: _, ...unnamed } = file ?? {};
    const parts = binding === "JSONRPC" ? sentMessage.parts : [first, unnamed, data];
    expect(agent.calls.at(-1)?.input).toMatchObject({
      message: { ...sentMessage, parts },
      configuration: { acceptedOutputModes: ["text/plain"] },
    });

    expect(await collect(client.sendMessageStream({ message: olderMessage }))).toMatchObject(olderEvents);
    expect(await collect(client.resubscribeTask({ id: "t-1" }))).toMatchObject(olderEvents);
    expect(await client.getTask({ id: "t-1", historyLength: 1 })).toMatchObject(olderTask);
    expect(agent.calls.at(-1)).toMatchObject({ operation: "getTask", input: { id: "t-1", historyLength: 1 } });
    expect(await client.cancelTask({ id: "t-1" })).toMatchObject({ status: { state: "canceled" } });
    expect(await client.setTaskPushNotificationConfig(olderHook)).toMatchObject(olderHook);
    expect(agent.calls.at(-1)?.input).toMatchObject(hook);
    const named = { id: "t-1", pushNotificationConfigId: "p-1" };
    expect(await client.getTaskPushNotificationConfig(named)).toMatchObject(olderHook);
    expect(await client.listTaskPushNotificationConfig({ id: "t-1" })).toMatchObject([olderHook]);
    await client.deleteTaskPushNotificationConfig(named);
    expect(agent.calls.at(-1)).toMatchObject({
      operation: "deleteTaskPushNotificationConfig",
      input: { taskId: "t-1", id: "p-1" },
    });
    await expect(client.getTask({ id: "nowhere" })).rejects.toThrow(TaskNotFoundError);
  });
});

describe.each(["JSONRPC", "HTTP+JSON"])("R-239 the official client 1.3.0 over %s", (binding) => {
  it("and our codecs understand each other", async () => {
    await using agent = await serveBridgeAgent(v1_0, preferring(binding), script);
    const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { preferredTransports: [binding] });
    const client = await new ClientFactory(options).createFromUrl(agent.url);
    expect(await client.getAgentCard()).toMatchObject({ name: "Harbour" });

    const message = {
      messageId: "m-1",
      role: "ROLE_USER",
      parts: [
        { text: "Low water?", mediaType: "text/markdown" },
        { raw: "AAECAwT/", filename: "a.bin" },
        { data: [1, 2] },
      ],
      metadata: { trace: "t-17" },
    };
    const request = SendMessageRequest.fromJSON({
      message,
      configuration: { returnImmediately: true, historyLength: 0 },
    });
    const answer = await client.sendMessage(request);
    expect(SdkTask.toJSON(answer as SdkTask)).toStrictEqual(task);
    expect(agent.calls.at(-1)?.input).toStrictEqual({
      message,
      configuration: { returnImmediately: true, historyLength: 0 },
    });

    const streamed = await collect(client.sendMessageStream(request));
    expect(streamed.map((event) => SdkEvent.toJSON(event))).toMatchObject(events.map(withoutDefaults));
    const followed = await collect(client.resubscribeTask({ tenant: "", id: "t-1" }));
    expect(followed).toHaveLength(events.length);
    expect(agent.calls.at(-1)).toMatchObject({ operation: "subscribeToTask", input: { id: "t-1" } });

    expect(SdkTask.toJSON(await client.getTask({ tenant: "", id: "t-1" }))).toStrictEqual(task);
    const canceled = await client.cancelTask({ tenant: "", id: "t-1", metadata: undefined });
    expect(SdkTask.toJSON(canceled)).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
    const created = await client.createTaskPushNotificationConfig({ tenant: "", ...hook });
    expect(created).toMatchObject(hook);
    expect(agent.calls.at(-1)?.input).toMatchObject(hook);
    const { configs } = await client.listTaskPushNotificationConfig({
      tenant: "",
      taskId: "t-1",
      pageSize: 5,
      pageToken: "",
    });
    expect(configs).toMatchObject([hook]);
    await client.deleteTaskPushNotificationConfig({ tenant: "", taskId: "t-1", id: "p-1" });
    await expect(client.getTask({ tenant: "", id: "nowhere" })).rejects.toMatchObject({
      message: expect.stringContaining("nowhere"),
    });
  });
});

describe("our output, read by the official SDK", () => {
  it("R-80 includes valid webhook bodies of 0.3", () => {
    const body = v0_3.push.encode({ statusUpdate: { ...ids, status: task.status } }, task);
    const event = legacyPushNotificationToV1StreamResponse(body);
    expect(SdkEvent.toJSON(event)).toMatchObject({ task: { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } } });
  });

  it("R-122, R-124 preserves parts", () => {
    for (const part of task.artifacts?.[0]?.parts ?? []) expect(Part.toJSON(Part.fromJSON(part))).toStrictEqual(part);
    const message = task.status.message;
    expect(Message.toJSON(Message.fromJSON(message ?? {}))).toStrictEqual(message);
  });
});

/** The SDK omits default values. */
function withoutDefaults(event: StreamResponse): object {
  if (!("artifactUpdate" in event)) return event;
  const { append: _, ...rest } = event.artifactUpdate;
  return { artifactUpdate: rest };
}

import type { VersionCodec } from "@a2a/bridge";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import {
  foldEvents,
  type JsonValue,
  type SendMessageResponse,
  type StreamResponse,
  type Task,
  type TaskState,
} from "@a2a/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BridgeClient, bridgeClient } from "../src/bridge-client.ts";
import type { Served } from "../src/loopback.ts";
import * as sdk0_2 from "../src/official/v0_2.ts";
import * as sdk0_3 from "../src/official/v0_3.ts";
import * as sdk1_0 from "../src/official/v1_0.ts";
import { parts, sampleCard, sampleMessage } from "../src/samples.ts";

interface Peer {
  name: string;
  serveOfficial: () => Promise<Served>;
  codec: VersionCodec;
  binding: "JSONRPC" | "HTTP+JSON";
  path: string;
  /** Whether the peer has webhooks, and over this binding. */
  webhooks: boolean;
  /** What else the peer answers to a cancellation that it carries out a moment later. */
  canceled?: TaskState[];
}

const rpc = { binding: "JSONRPC", path: "/rpc" } as const;
const rest = { binding: "HTTP+JSON", path: "/rest" } as const;
const peers: Peer[] = [
  { name: "0.2.5 over JSON-RPC", ...sdk0_2, codec: v0_2, ...rpc, webhooks: false, canceled: ["TASK_STATE_WORKING"] },
  { name: "0.3.14 over JSON-RPC", ...sdk0_3, codec: v0_3, ...rpc, webhooks: true },
  // The server reads another body here than its own client sends, so webhooks cannot be set by anybody.
  { name: "0.3.14 over HTTP+JSON", ...sdk0_3, codec: v0_3, ...rest, webhooks: false },
  { name: "1.3.0 over JSON-RPC", ...sdk1_0, codec: v1_0, ...rpc, webhooks: true },
  { name: "1.3.0 over HTTP+JSON", ...sdk1_0, codec: v1_0, ...rest, webhooks: true },
  { name: "1.3.0, spoken to in 0.3, over JSON-RPC", ...sdk1_0, codec: v0_3, ...rpc, webhooks: true },
  { name: "1.3.0, spoken to in 0.3, over HTTP+JSON", ...sdk1_0, codec: v0_3, ...rest, webhooks: false },
];

describe.each(peers)("R-239 the official server $name", ({ serveOfficial, codec, binding, path, canceled = [] }) => {
  let served: Served;
  let client: BridgeClient;

  beforeAll(async () => {
    served = await serveOfficial();
    client = bridgeClient(served.url + path, codec, binding);
  });
  afterAll(() => served[Symbol.asyncDispose]());

  it("round-trips every part", async () => {
    const task = taskIn(await client.call("sendMessage", { message: sampleMessage("m-1") }));
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task.artifacts?.[0]?.parts).toStrictEqual(parts);
  });

  it("answers with a message", async () => {
    const answer = await client.call("sendMessage", { message: sampleMessage("m-2", "message") });
    if (!("message" in answer)) throw new Error("expected a message");
    expect(answer.message).toMatchObject({ role: "ROLE_AGENT", parts: sampleMessage("", "message").parts });
    expect(answer.message.metadata).toMatchObject({ trace: "t-17" });
  });

  it("streams", async () => {
    const events = await collect(client.stream("sendStreamingMessage", { message: sampleMessage("m-3") }));
    expect(events.map(kindOf)).toStrictEqual([
      "task",
      "statusUpdate",
      "artifactUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
    const task = foldEvents(events);
    expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task?.artifacts?.[0]?.parts).toHaveLength(parts.length);
    expect(task?.artifacts?.[0]?.parts.slice(0, 1)).toStrictEqual(parts.slice(0, 1));
  });

  it("stores its tasks", async () => {
    const { id } = taskIn(await client.call("sendMessage", { message: sampleMessage("m-4") }));
    const task = await client.call("getTask", { id, historyLength: 5 });
    expect(task).toMatchObject({ id, status: { state: "TASK_STATE_COMPLETED" } });
    expect(task.history?.[0]).toMatchObject({ messageId: "m-4", role: "ROLE_USER", metadata: { trace: "t-17" } });
    expect(task.history?.[0]?.parts).toStrictEqual(parts);
  });

  it("returns immediately when asked to", async () => {
    const request = { message: sampleMessage("m-5", "hold"), configuration: { returnImmediately: true } };
    const { id, status } = taskIn(await client.call("sendMessage", request));
    expect(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]).toContain(status.state);
    const answered = await client.call("cancelTask", { id });
    expect(["TASK_STATE_CANCELED", ...canceled]).toContain(answered.status.state);
  });

  it("ends the stream of a task that is canceled", async () => {
    const states: string[] = [];
    for await (const event of client.stream("sendStreamingMessage", { message: sampleMessage("m-6", "hold") })) {
      if ("task" in event) states.push(event.task.status.state);
      if (!("statusUpdate" in event)) continue;
      const { status, taskId } = event.statusUpdate;
      states.push(status.state);
      if (status.state === "TASK_STATE_WORKING") await client.call("cancelTask", { id: taskId });
    }
    expect(states).toStrictEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_CANCELED"]);
  });

  it("reports errors", async () => {
    await expect(client.call("getTask", { id: "nowhere" })).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    const { id } = taskIn(await client.call("sendMessage", { message: sampleMessage("m-7") }));
    await expect(client.call("cancelTask", { id })).rejects.toMatchObject({ code: "TASK_NOT_CANCELABLE" });
  });
});

describe.each(peers.filter(({ webhooks }) => webhooks))("webhooks of the official server $name", (peer) => {
  it("are stored", async () => {
    await using served = await peer.serveOfficial();
    const client = bridgeClient(served.url + peer.path, peer.codec, peer.binding);
    const { id: taskId } = taskIn(await client.call("sendMessage", { message: sampleMessage("m-8") }));
    const authentication = { scheme: "Bearer", credentials: "s" };
    const config = { taskId, id: "p-1", url: "https://harbour.example/hook", token: "k", authentication };
    expect(await client.call("createTaskPushNotificationConfig", config)).toMatchObject(config);
    expect(await client.call("getTaskPushNotificationConfig", { taskId, id: "p-1" })).toMatchObject(config);
    expect((await client.call("listTaskPushNotificationConfigs", { taskId })).configs).toMatchObject([config]);
    expect(await client.call("deleteTaskPushNotificationConfig", { taskId, id: "p-1" })).toStrictEqual({});
    expect((await client.call("listTaskPushNotificationConfigs", { taskId })).configs ?? []).toStrictEqual([]);
  });
});

describe.each([
  { name: "0.2.5", ...sdk0_2, codec: v0_2, path: "/rpc/.well-known/agent.json" },
  { name: "0.3.14", ...sdk0_3, codec: v0_3, path: "/.well-known/agent-card.json" },
  { name: "1.3.0", ...sdk1_0, codec: v1_0, path: "/.well-known/agent-card.json" },
])("R-240 the official server $name", ({ serveOfficial, codec, path }) => {
  it("serves the card we wrote", async () => {
    await using served = await serveOfficial();
    const response = await fetch(served.url + path, { headers: { "A2A-Version": codec.version } });
    const card = codec.card.decode((await response.json()) as JsonValue);
    // One server writes every member, also those that say nothing.
    expect(card).toMatchObject(sampleCard(served.url));
  });
});

function taskIn(answer: SendMessageResponse): Task {
  if ("task" in answer) return answer.task;
  throw new Error(`expected a task, found ${JSON.stringify(answer)}`);
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function kindOf(event: StreamResponse): string {
  return Object.keys(event)[0] ?? "";
}

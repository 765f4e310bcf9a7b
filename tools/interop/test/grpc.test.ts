import { connect } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import { listenGrpc } from "@a2a/grpc/server";
import { bearer } from "@a2a/server";
import { serve } from "@a2a/server/node";
import {
  type AgentCard,
  artifact,
  ask,
  type JsonObject,
  type SendMessageResponse,
  silentLogger,
  status,
  type Task,
  textOf,
} from "@a2a/types";
import { credentials } from "@grpc/grpc-js";
import { AgentCard as SdkCard, StreamResponse as SdkEvent, Task as SdkTask, SendMessageRequest } from "sdk-v1_0";
import { GrpcTransportFactory } from "sdk-v1_0/client/grpc";
import { describe, expect, it } from "vitest";
import { serveOfficialGrpc } from "../src/official/v1_0.ts";
import { sampleCard } from "../src/samples.ts";

const versions = ["1.0", "0.3"] as const;
const metadata = { trace: "t-17", depth: [1, { two: null }] };
const parts = [
  { text: "Low water?" },
  { url: "https://files.example/a.png", filename: "a.png", mediaType: "image/png" },
  { raw: "AAECAwT/", filename: "b.bin", mediaType: "application/octet-stream" },
  { data: { draught: 7.5 } },
];

describe.each(versions)("the official JavaScript server 1.3 over gRPC in %s", (version) => {
  async function connected(address: string) {
    const card: AgentCard = {
      ...sampleCard("http://127.0.0.1"),
      supportedInterfaces: [{ url: address, protocolBinding: "GRPC", protocolVersion: version }],
    };
    return connect("http://127.0.0.1", { card, bindings: [grpc], versions: [version], deduplicates: false });
  }

  it("answers every operation of our client", async () => {
    await using official = await serveOfficialGrpc();
    await using client = await connected(official.url);
    const message = { messageId: "m-1", role: "ROLE_USER" as const, parts, metadata };
    const { id, artifacts, status: ended } = taskIn(await client.send(message));
    expect(ended.state).toBe("TASK_STATE_COMPLETED");
    expect(artifacts?.[0]?.parts).toEqual(parts);
    expect(artifacts?.[0]?.metadata).toMatchObject(metadata);
    expect(await client.getTask(id)).toMatchObject({ id });
    await expect(client.getTask("nowhere")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    const kinds: string[] = [];
    for await (const event of client.stream({ ...message, messageId: "m-2" })) {
      kinds.push(Object.keys(event).find((name) => name !== "seq") ?? "");
    }
    expect(kinds).toEqual(expect.arrayContaining(["task", "statusUpdate", "artifactUpdate"]));
    const held = taskIn(
      await client.send(
        { messageId: "m-3", role: "ROLE_USER", parts: [{ text: "hold" }] },
        { configuration: { returnImmediately: true } },
      ),
    );
    expect(await client.cancelTask(held.id)).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
  });

  it("answers with a message", async () => {
    await using official = await serveOfficialGrpc();
    await using client = await connected(official.url);
    const answer = await client.send({ messageId: "m-1", role: "ROLE_USER", parts: [{ text: "message" }] });
    expect(answer).toMatchObject({ message: { role: "ROLE_AGENT", parts: [{ text: "message" }] } });
  });
});

describe.each(versions)("the official JavaScript client 1.3 over gRPC in %s", (version) => {
  function served(auth = false) {
    return serve({
      card: { name: "Harbour", defaultInputModes: ["*/*"] },
      store: "memory",
      logger: silentLogger,
      grpc: { listen: listenGrpc },
      ...(auth && { auth: [bearer({ tokens: { t1: "ada" } })] }),
      executor: async function* ({ message }) {
        if (textOf(message) === "ask") return yield ask("which one?");
        yield status("TASK_STATE_WORKING");
        yield artifact({ name: "echo", parts: message.parts, metadata });
      },
    });
  }

  async function transportTo(address: string) {
    const options = { grpcChannelCredentials: credentials.createInsecure(), legacyCompat: { enabled: true } };
    const interfaces = [{ url: address, protocolBinding: "GRPC", protocolVersion: version, tenant: "" }];
    const card = SdkCard.fromJSON({ name: "Harbour", supportedInterfaces: interfaces });
    return new GrpcTransportFactory(options).create(address, card);
  }

  function say(text: string, more: JsonObject[] = []) {
    const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }, ...more] };
    return SendMessageRequest.fromJSON({ message, configuration: {} });
  }

  it("calls every operation of our server", async () => {
    await using agent = await served();
    const transport = await transportTo(agent.grpcAddress ?? "");
    const answer = await transport.sendMessage(say("hello", parts.slice(1)));
    const task = SdkTask.toJSON(answer as SdkTask) as Task;
    // The client writes the messages of the initial release of 0.3, which have no file names.
    const kept = parts
      .slice(1)
      .map(({ filename, ...part }) => (version === "0.3" || !filename ? part : { ...part, filename }));
    expect(task.artifacts?.[0]?.parts).toEqual([{ text: "hello" }, ...kept]);
    expect(task.artifacts?.[0]?.metadata).toMatchObject(metadata);
    const { id } = task;
    expect(await transport.getTask({ id, tenant: "", historyLength: undefined })).toMatchObject({ id });
    const events: JsonObject[] = [];
    for await (const event of transport.sendMessageStream(say("stream")))
      events.push(SdkEvent.toJSON(event) as JsonObject);
    expect(JSON.stringify(events.at(-1))).toContain("TASK_STATE_COMPLETED");
    const asked = SdkTask.toJSON((await transport.sendMessage(say("ask"))) as SdkTask) as Task;
    expect(asked.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    const hook = {
      tenant: "",
      taskId: asked.id,
      id: "h",
      url: "https://hooks.example/a",
      token: "",
      authentication: undefined,
    };
    expect(await transport.createTaskPushNotificationConfig(hook)).toMatchObject({ url: hook.url, taskId: asked.id });
    const query = { tenant: "", taskId: asked.id, pageSize: 0, pageToken: "" };
    expect((await transport.listTaskPushNotificationConfig(query)).configs).toHaveLength(1);
    const canceled = await transport.cancelTask({ id: asked.id, tenant: "", metadata: undefined });
    expect((SdkTask.toJSON(canceled) as Task).status.state).toBe("TASK_STATE_CANCELED");
    await expect(transport.getTask({ id: "nowhere", tenant: "", historyLength: undefined })).rejects.toThrow(
      /nowhere|not found/i,
    );
  });

  it("is refused without credentials", async () => {
    await using agent = await served(true);
    const transport = await transportTo(agent.grpcAddress ?? "");
    await expect(transport.sendMessage(say("hello"))).rejects.toThrow();
    const answer = await transport.sendMessage(say("hello"), { serviceParameters: { authorization: "Bearer t1" } });
    expect(SdkTask.toJSON(answer as SdkTask)).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
  });
});

function taskIn(answer: SendMessageResponse): Task {
  if ("task" in answer) return answer.task;
  throw new Error("the agent answered with a message");
}

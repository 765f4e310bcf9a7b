import { type AgentExecutor, bearer } from "@a2a/server";
import { type ListenGrpc, type ServeOptions, serve } from "@a2a/server/node";
import { artifact, ask, isJsonObject, silentLogger, status, textOf } from "@a2a/types";
import * as grpc from "@grpc/grpc-js";
import { selfSigned } from "test-kit/self-signed";
import { describe, expect, it } from "vitest";
import { v0_3Proto, v1_0Proto } from "../src/descriptor.ts";
import { healthProto, reflectionProto } from "../src/proto/google.ts";
import { listenGrpc } from "../src/server.ts";
import { collect, failure, methodOf, Peer, reasonOf, say } from "./support/peer.ts";

const listen: ListenGrpc = listenGrpc;

const echo: AgentExecutor = async function* ({ message }) {
  const text = textOf(message);
  if (text === "task") {
    yield status("TASK_STATE_WORKING");
    yield artifact({ name: "out", parts: [{ text: "one" }] });
    yield status("TASK_STATE_COMPLETED");
  } else if (text === "ask") yield ask("which one?");
  else if (text === "crash") throw new Error("secret of the agent");
  else yield `echo: ${text}`;
};

function served(options: Partial<ServeOptions> = {}) {
  return serve({
    card: { name: "Echo" },
    executor: echo,
    store: "memory",
    logger: silentLogger,
    grpc: { listen },
    ...options,
  });
}

describe("a server of 1.0", () => {
  it("answers a send (R-152)", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const answer = await peer.unary(v1_0Proto, "SendMessage", say("hi"));
    expect(answer).toMatchObject({ task: { artifacts: [{ parts: [{ text: "echo: hi" }] }] } });
  });

  it("streams events by a server-streaming call (R-159)", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const events = await collect(peer.stream(v1_0Proto, "SendStreamingMessage", say("task")));
    expect(events.map((event) => Object.keys(event)[0])).toEqual([
      "task",
      "statusUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
    expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  });

  it("lists its interfaces in the card", async () => {
    await using agent = await served();
    const listed = agent.handler.card.supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === "GRPC");
    expect(listed).toEqual([
      { url: agent.grpcAddress, protocolBinding: "GRPC", protocolVersion: "1.0" },
      { url: agent.grpcAddress, protocolBinding: "GRPC", protocolVersion: "0.3" },
    ]);
  });

  it("serves every operation on the tasks of other bindings", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const { task } = await peer.unary(v1_0Proto, "SendMessage", say("ask"));
    const { id = "" } = isJsonObject(task) ? task : {};
    const overHttp = await fetch(`${agent.url}/a2a/tasks/${String(id)}`, { headers: { "A2A-Version": "1.0" } });
    expect(await overHttp.json()).toMatchObject({ id, status: { state: "TASK_STATE_INPUT_REQUIRED" } });
    expect(await peer.unary(v1_0Proto, "GetTask", { id })).toMatchObject({ id });
    expect(await peer.unary(v1_0Proto, "ListTasks", {})).toMatchObject({ tasks: [{ id }], totalSize: 1 });
    const url = "https://hooks.example/a";
    expect(await peer.unary(v1_0Proto, "CreateTaskPushNotificationConfig", { taskId: id, id: "c", url })).toMatchObject(
      { url },
    );
    expect(await peer.unary(v1_0Proto, "ListTaskPushNotificationConfigs", { taskId: id })).toMatchObject({
      configs: [{ url }],
    });
    expect(await peer.unary(v1_0Proto, "DeleteTaskPushNotificationConfig", { taskId: id, id: "c" })).toEqual({});
    expect(await peer.unary(v1_0Proto, "CancelTask", { id })).toMatchObject({
      status: { state: "TASK_STATE_CANCELED" },
    });
  });

  it("writes errors as a status with their reason (R-157, R-158)", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const unknown = await failure(peer.unary(v1_0Proto, "GetTask", { id: "nothing" }));
    expect([unknown.code, reasonOf(unknown)]).toEqual([grpc.status.NOT_FOUND, "TASK_NOT_FOUND"]);
    const card = await failure(peer.unary(v1_0Proto, "GetExtendedAgentCard", {}));
    expect([card.code, reasonOf(card)]).toEqual([grpc.status.FAILED_PRECONDITION, "UNSUPPORTED_OPERATION"]);
    const invalid = await failure(peer.unary(v1_0Proto, "SendMessage", {}));
    expect(invalid.code).toBe(grpc.status.INVALID_ARGUMENT);
    expect(invalid.details).toContain("message");
  });

  it("validates the version and reads extensions from metadata (R-154, R-155, R-156)", async () => {
    const uri = "https://extensions.example/a";
    const extensions = [{ uri, required: true }];
    await using agent = await served({ card: { name: "Echo", capabilities: { extensions } } });
    using peer = new Peer(agent.grpcAddress ?? "");
    const other = await failure(peer.unary(v1_0Proto, "SendMessage", say("hi"), { "a2a-version": "0.5" }));
    expect([other.code, reasonOf(other)]).toEqual([grpc.status.FAILED_PRECONDITION, "VERSION_NOT_SUPPORTED"]);
    const plain = await failure(peer.unary(v1_0Proto, "SendMessage", say("hi")));
    expect(reasonOf(plain)).toBe("EXTENSION_SUPPORT_REQUIRED");
    const metadata = { "a2a-version": "1.0", "a2a-extensions": `https://extensions.example/b, ${uri}` };
    expect(await peer.unary(v1_0Proto, "SendMessage", say("hi"), metadata)).toMatchObject({
      task: { status: { state: "TASK_STATE_COMPLETED" } },
    });
  });

  it("tells callers nothing of an exception in the agent", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const answer = await peer.unary(v1_0Proto, "SendMessage", say("crash"));
    expect(JSON.stringify(answer)).toContain("TASK_STATE_FAILED");
    expect(JSON.stringify(answer)).not.toContain("secret of the agent");
  });

  it("refuses bytes that are not a message", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const call = new Promise((resolve, reject) =>
      peer.client.makeUnaryRequest(
        "/lf.a2a.v1.A2AService/GetTask",
        () => Buffer.from("0a05", "hex"),
        (bytes) => bytes,
        {},
        (error, value) => (error ? reject(error) : resolve(value)),
      ),
    );
    expect((await failure(call)).code).toBe(grpc.status.INVALID_ARGUMENT);
  });

  it("refuses messages above the limit, and serves others", async () => {
    await using agent = await served({ grpc: { listen, maxMessageSize: 10_000 } });
    using peer = new Peer(agent.grpcAddress ?? "");
    const large = await failure(peer.unary(v1_0Proto, "SendMessage", say("x".repeat(20_000))));
    expect(large.code).toBe(grpc.status.RESOURCE_EXHAUSTED);
    expect(await peer.unary(v1_0Proto, "SendMessage", say("hi"))).toMatchObject({
      task: { status: { state: "TASK_STATE_COMPLETED" } },
    });
  });
});

describe("a server of 0.3", () => {
  it("answers in the messages of that version", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const message = { messageId: "m1", role: "ROLE_USER", content: [{ text: "ask" }] };
    const { task } = await peer.unary(v0_3Proto, "SendMessage", { message, configuration: { blocking: true } });
    const { id = "" } = isJsonObject(task) ? task : {};
    expect(task).toMatchObject({
      status: { state: "TASK_STATE_INPUT_REQUIRED", message: { content: [{ text: "which one?" }] } },
    });
    expect(await peer.unary(v0_3Proto, "GetTask", { name: `tasks/${String(id)}` })).toMatchObject({ id });
    const canceled = await peer.unary(v0_3Proto, "CancelTask", { name: `tasks/${String(id)}` });
    expect(canceled).toMatchObject({ status: { state: "TASK_STATE_CANCELLED" } });
    const invalid = await failure(peer.unary(v0_3Proto, "GetTask", { name: "elsewhere" }));
    expect(invalid.details).toContain("tasks/{id}");
  });

  it("does not exist where it is not served", async () => {
    await using agent = await served({ versions: ["1.0"] });
    using peer = new Peer(agent.grpcAddress ?? "");
    const error = await failure(peer.unary(v0_3Proto, "GetTask", { name: "tasks/a" }));
    expect(error.code).toBe(grpc.status.UNIMPLEMENTED);
  });
});

describe("callers", () => {
  it("are identified by their metadata", async () => {
    await using agent = await served({ auth: [bearer({ tokens: { t1: "ada", t2: "bob" } })] });
    using peer = new Peer(agent.grpcAddress ?? "");
    const stranger = await failure(peer.unary(v1_0Proto, "SendMessage", say("ask")));
    expect([stranger.code, reasonOf(stranger)]).toEqual([grpc.status.UNAUTHENTICATED, "UNAUTHENTICATED"]);
    const ada = { authorization: "Bearer t1" };
    const { task } = await peer.unary(v1_0Proto, "SendMessage", say("ask"), ada);
    const { id = "" } = isJsonObject(task) ? task : {};
    expect(await peer.unary(v1_0Proto, "GetTask", { id }, ada)).toMatchObject({ id });
    const bob = await failure(peer.unary(v1_0Proto, "GetTask", { id }, { authorization: "Bearer t2" }));
    expect(bob.code).toBe(grpc.status.NOT_FOUND);
  });

  it("work in their tenant", async () => {
    await using agent = await served();
    using peer = new Peer(agent.grpcAddress ?? "");
    const { task } = await peer.unary(v1_0Proto, "SendMessage", say("ask", { tenant: "acme" }));
    const { id = "" } = isJsonObject(task) ? task : {};
    expect(await peer.unary(v1_0Proto, "GetTask", { id, tenant: "acme" })).toMatchObject({ id });
    expect((await failure(peer.unary(v1_0Proto, "GetTask", { id, tenant: "other" }))).code).toBe(grpc.status.NOT_FOUND);
  });
});

describe("generic tools", () => {
  it("ask for the health of a service", async () => {
    await using agent = await served({ auth: [bearer({ tokens: { t1: "ada" } })] });
    using peer = new Peer(agent.grpcAddress ?? "");
    expect(await peer.unary(healthProto, "Check", { service: "lf.a2a.v1.A2AService" })).toEqual({ status: "SERVING" });
    expect((await failure(peer.unary(healthProto, "Check", { service: "other" }))).code).toBe(grpc.status.NOT_FOUND);
  });

  it("learn the definitions by reflection", async () => {
    await using agent = await served({ grpc: { listen, reflection: true } });
    using peer = new Peer(agent.grpcAddress ?? "");
    const { path, request, response } = methodOf(reflectionProto, "ServerReflectionInfo");
    const call = peer.client.makeBidiStreamRequest(path, request.encode, response.decode);
    call.write({ listServices: "" });
    call.write({ fileContainingSymbol: "lf.a2a.v1.A2AService" });
    call.write({ fileContainingSymbol: "nothing" });
    call.end();
    const [list, file, missing] = await collect(call);
    expect(JSON.stringify(list)).toContain("lf.a2a.v1.A2AService");
    expect(missing).toMatchObject({ errorResponse: { errorCode: grpc.status.NOT_FOUND } });
    const { fileDescriptorResponse: found } = file as unknown as {
      fileDescriptorResponse: { fileDescriptorProto: string[] };
    };
    const files = found.fileDescriptorProto;
    expect(Buffer.from(files[0] ?? "", "base64").includes("SubscribeToTask")).toBe(true);
    expect(files).toHaveLength(4);
  });
});

it("says what is wrong with its options before anything listens", async () => {
  await expect(served({ host: "0.0.0.0", security: { allowAnonymous: true } })).rejects.toThrow("cleartext: true");
  await expect(served({ grpc: { listen, address: "https://agent.example" } })).rejects.toThrow("agent.example:443");
  await expect(served({ versions: ["0.2"] })).rejects.toThrow("none of the protocol versions");
});

it("says in one sentence that a port is taken", async () => {
  await using agent = await served();
  const port = Number(agent.grpcAddress?.split(":")[1]);
  await expect(served({ grpc: { listen, port } })).rejects.toThrow(
    `grpc: 127.0.0.1:${port} cannot be bound: the port is in use; choose another, or 0 for a free one`,
  );
});

it.each([
  ["is not PEM", { ...selfSigned, key: "x" }],
  ["is missing its certificate", { ...selfSigned, cert: "" }],
])("says in one sentence that a key %s", async (_, tls) => {
  await expect(served({ grpc: { listen, tls } })).rejects.toThrow(
    "grpc: tls: the key and the certificate must be PEM text, and belong together",
  );
});

import { setTimeout as pause } from "node:timers/promises";
import { type ConnectOptions, connect } from "@a2a/client";
import { bearer as bearerCredential } from "@a2a/client/auth";
import type { ClientBinding } from "@a2a/client/core";
import { type AgentExecutor, bearer } from "@a2a/server";
import { type ServeOptions, serve } from "@a2a/server/node";
import { artifact, ask, type SendMessageResponse, silentLogger, status, type Task, textOf } from "@a2a/types";
import { selfSigned } from "test-kit/self-signed";
import { describe, expect, it } from "vitest";
import { grpc } from "../src/client.ts";
import { listenGrpc } from "../src/server.ts";

const binding: ClientBinding = grpc;

const executor: AgentExecutor = async function* ({ message, signal }) {
  const text = textOf(message);
  if (text === "ask") return yield ask("which one?");
  if (text === "hang") return await pause(60_000, undefined, { signal });
  yield status("TASK_STATE_WORKING");
  for (const word of text.split(" ")) {
    yield artifact({ name: word, parts: [{ text: word }] });
    await pause(1);
  }
};

function served(options: Partial<ServeOptions> = {}) {
  const grpcOptions = { listen: listenGrpc };
  return serve({
    card: { name: "Echo" },
    executor,
    store: "memory",
    logger: silentLogger,
    grpc: grpcOptions,
    ...options,
  });
}

function connected(url: string, options: ConnectOptions = {}) {
  return connect(url, { bindings: [binding], ...options });
}

async function taskOf(answer: Promise<SendMessageResponse>): Promise<Task> {
  const response = await answer;
  if ("task" in response) return response.task;
  throw new Error("the agent answered with a message");
}

const versions = ["1.0", "0.3"] as const;

describe.each(versions)("a client of %s over gRPC", (version) => {
  it("sends, streams, reads and cancels", async () => {
    await using agent = await served();
    await using client = await connected(agent.url, { versions: [version] });
    const task = await taskOf(client.send("one two"));
    expect(client.describe()).toMatchObject({ binding: "GRPC", version });
    expect(task.artifacts?.map(({ name }) => name)).toEqual(["one", "two"]);
    const names: unknown[] = [];
    for await (const event of client.stream("three four")) {
      if ("artifactUpdate" in event) names.push(event.artifactUpdate.artifact.name);
    }
    expect(names).toEqual(["three", "four"]);
    const { id } = await taskOf(client.send("ask"));
    expect(await client.getTask(id)).toMatchObject({ status: { state: "TASK_STATE_INPUT_REQUIRED" } });
    expect(await client.cancelTask(id)).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
    await expect(client.getTask("nothing")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  it("proves who it is, and renews a credential that is refused", async () => {
    await using agent = await served({ auth: [bearer({ tokens: { fresh: "ada" } })] });
    let token = "stale";
    const auth = bearerCredential(async () => {
      const current = token;
      token = "fresh";
      return current;
    });
    await using client = await connected(agent.url, { versions: [version], auth });
    expect(await taskOf(client.send("one"))).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
    await using stranger = await connected(agent.url, { versions: [version] });
    await expect(stranger.send("one")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

describe("a client over gRPC", () => {
  it("is chosen when the card prefers it, and HTTP otherwise", async () => {
    await using agent = await served();
    await using usual = await connect(agent.url);
    expect(usual.describe().binding).toBe("JSONRPC");
    const { card } = agent.handler;
    const preferring = { ...card, supportedInterfaces: card.supportedInterfaces.toReversed() };
    await using client = await connect(agent.url, {
      card: preferring,
      bindings: [binding, "JSONRPC"],
      versions: ["1.0"],
    });
    await client.send("one");
    expect(client.describe().binding).toBe("GRPC");
  });

  it("gives up after its timeout, and when its signal aborts", async () => {
    const agent = await served();
    await using client = await connected(agent.url);
    await expect(client.send("hang", { timeoutMs: 100, maxRetries: 0 })).rejects.toMatchObject({
      code: expect.stringMatching(/TIMEOUT|OUTCOME_UNKNOWN/),
    });
    const reason = new Error("enough");
    await expect(client.send("hang", { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await expect(client.send("hang", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await agent.close({ drainMs: 0 });
  });

  it("uses TLS with the authorities it is given", async () => {
    await using agent = await served({ tls: selfSigned });
    const url = agent.url.replace("127.0.0.1", "localhost");
    await using client = await connected(url, { tls: { ca: selfSigned.cert } });
    expect(await taskOf(client.send("one"))).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
  });

  it("does not call a private address on behalf of a stranger's card", async () => {
    await using agent = await served();
    const { card } = agent.handler;
    const [entry] = card.supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === "GRPC");
    if (entry === undefined) throw new Error("the card lists no gRPC");
    const elsewhere = { ...card, supportedInterfaces: [{ ...entry, url: "10.0.0.1:50051" }] };
    await expect(connected("https://agent.example", { card: elsewhere })).rejects.toMatchObject({ code: "BLOCKED" });
  });

  it("says that an agent cannot be reached", async () => {
    const agent = await served();
    await using client = await connected(agent.url);
    await client.send("one");
    await agent.close({ drainMs: 0 });
    await expect(client.getTask("t", { timeoutMs: 2_000, maxRetries: 0 })).rejects.toMatchObject({ code: "NETWORK" });
  });
});

import { cortex } from "@a2a/bridge/dialects";
import { artifact, type JsonObject, status } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../src/index.ts";
import { serveFromConfig } from "../src/node.ts";
import { resultOf, rpc, say, serveAgent, stream, taskOf } from "./support/agent.ts";
import { gate, scripted, start } from "./support/scripted.ts";

const spoken = { dialect: cortex };

interface ArtifactEvent {
  readonly type: string;
  readonly artifact: { readonly artifactId: string; readonly parts: readonly { readonly text: string }[] };
  readonly lastChunk?: boolean;
}

describe("a server with the cortex dialect", () => {
  it.each(["GetAgentCard", "GetExtendedAgentCard"])(
    "S4-04 S4-05 S4-27 returns its card from %s, with the capabilities the dialect knows",
    async (method) => {
      await using server = await start(spoken);
      const card = resultOf(await rpc(server, method, {}));
      expect(card).toMatchObject({
        name: "Test agent",
        skills: expect.any(Array),
        supportedInterfaces: expect.any(Array),
        capabilities: { streaming: true, stateTransitionHistory: true },
      });
    },
  );

  it("S4-04 requires credentials for its card methods", async () => {
    await using server = await start({ ...spoken, auth: [bearer({ tokens: { t: "ann" } })] });
    expect((await rpc(server, "GetAgentCard", {})).status).toBe(401);
    expect(resultOf(await rpc(server, "GetAgentCard", {}, { Authorization: "Bearer t" }))).toHaveProperty("name");
  });

  it("S4-04 has no GetAgentCard method without the dialect", async () => {
    await using server = await start();
    expect((await rpc(server, "GetAgentCard", {})).body).toMatchObject({ error: { code: -32601 } });
  });

  it("S4-13 streams one enveloped task, then bare events, then [DONE]", async () => {
    await using server = await start(spoken);
    const response = await stream(server, "SendStreamingMessage", say("hello"));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const text = await response.text();
    expect(text.endsWith("\n\n[DONE]\n\n")).toBe(true);
    const data = text.split("\n").filter((line) => line.startsWith("data: "));
    const [first, ...events] = data.map((line) => JSON.parse(line.slice(6)) as JsonObject);
    expect(first).toMatchObject({ jsonrpc: "2.0", id: 1, result: { task: { status: {} } } });
    const { task } = (first?.result ?? {}) as { task: { id: string } };
    for (const event of events) {
      expect(event).toMatchObject({
        type: expect.stringMatching(/^Task(Status|Artifact)UpdateEvent$/),
        taskId: task.id,
      });
      expect(event).not.toHaveProperty("jsonrpc");
    }
    expect(events.filter(({ type }) => type === "TaskArtifactUpdateEvent")).toMatchObject([
      { artifact: { artifactId: "response", parts: [{ text: "hello" }] } },
      { artifact: { artifactId: "response" }, lastChunk: true },
    ]);
    expect(events.at(-1)).toMatchObject({
      type: "TaskStatusUpdateEvent",
      status: { state: "TASK_STATE_COMPLETED" },
      final: true,
    });
  });

  it("S4-13 marks the last chunk of each artifact", async () => {
    await using server = await serveAgent(async function* () {
      yield "one ";
      yield "two";
      yield artifact({ artifactId: "own", parts: [{ text: "x" }] }, { lastChunk: true });
    }, spoken);
    const text = await (await stream(server, "SendStreamingMessage", say("hello"))).text();
    const data = text.split("\n").filter((line) => line.startsWith("data: "));
    const events = data.map((line) => JSON.parse(line.slice(6)) as ArtifactEvent);
    const chunks = events.filter(({ type }) => type === "TaskArtifactUpdateEvent");
    const ofArtifact = (id: string) => chunks.filter(({ artifact: { artifactId } }) => artifactId === id);
    expect(ofArtifact("response").map(({ lastChunk = false }) => lastChunk)).toEqual([false, false, true]);
    expect(ofArtifact("response").flatMap(({ artifact: { parts } }) => parts.map((part) => part.text))).toEqual([
      "one ",
      "two",
      "",
    ]);
    expect(ofArtifact("own").map(({ lastChunk }) => lastChunk)).toEqual([true]);
    expect(events.at(-1)).toMatchObject({ type: "TaskStatusUpdateEvent", final: true });
  });

  it("S4-13 streams standard frames without the dialect", async () => {
    await using server = await start();
    const text = await (await stream(server, "SendStreamingMessage", say("hello"))).text();
    expect(text).not.toContain("[DONE]");
    expect(text).not.toContain("TaskStatusUpdateEvent");
  });
});

describe("states", () => {
  it("S4-11 go from working to completed", async () => {
    await using server = await start();
    const streamed = await (await stream(server, "SendStreamingMessage", say("hello"))).text();
    const states = [...streamed.matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
    expect(states).toEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
    expect(taskOf(await rpc(server, "SendMessage", say("hello"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  it.each([
    ["throw", "TASK_STATE_FAILED"],
    ["fail", "TASK_STATE_FAILED"],
    ["reject", "TASK_STATE_REJECTED"],
    ["ask", "TASK_STATE_INPUT_REQUIRED"],
    ["auth", "TASK_STATE_AUTH_REQUIRED"],
  ])("S4-11 S4-12 %s leads to %s", async (text, state) => {
    await using server = await start(spoken);
    expect(taskOf(await rpc(server, "SendMessage", say(text))).status.state).toBe(state);
  });

  it("S4-08 S4-09 S4-10 S4-11 allow reading, listing and canceling running tasks", async () => {
    await using server = await start(spoken);
    const begin = async () => taskOf(await rpc(server, "SendMessage", say("hang", {}, { returnImmediately: true }))).id;
    const ids = [await begin(), await begin()];
    const running = { state: "TASK_STATE_WORKING" };
    for (const id of ids) {
      await expect
        .poll(async () => resultOf(await rpc(server, "GetTask", { id })))
        .toMatchObject({ id, status: running });
    }
    const listed = resultOf(await rpc(server, "ListTasks", {})).tasks as { id: string; status: object }[];
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(listed).toMatchObject([{ status: running }, { status: running }]);
    const [first = "", second = ""] = ids;
    const canceled = resultOf(await rpc(server, "CancelTask", { id: first }));
    expect(canceled).toMatchObject({ id: first, status: { state: "TASK_STATE_CANCELED" } });
    expect(resultOf(await rpc(server, "GetTask", { id: second }))).toMatchObject({ status: running });
  });

  it("S4-12 TASK_STATE_UNSPECIFIED stands for any state in a filter, and agents cannot set it", async () => {
    await using server = await serveAgent(async function* () {
      yield status("TASK_STATE_UNSPECIFIED");
    }, spoken);
    const { id, status: failed } = taskOf(await rpc(server, "SendMessage", say("x")));
    expect(failed.state).toBe("TASK_STATE_FAILED");
    expect(resultOf(await rpc(server, "ListTasks", { status: "TASK_STATE_UNSPECIFIED" }))).toMatchObject({
      tasks: [{ id }],
    });
  });

  it("S4-06 keep a send waiting until the agent has finished", async () => {
    const done = gate();
    await using server = await serveAgent(async function* () {
      yield status("TASK_STATE_WORKING");
      await done.opened;
      yield "at last";
    });
    let answered = false;
    const sent = rpc(server, "SendMessage", say("x")).finally(() => {
      answered = true;
    });
    const running = async () => resultOf(await rpc(server, "ListTasks", { status: "TASK_STATE_WORKING" }));
    await expect.poll(running).toMatchObject({ totalSize: 1 });
    expect(answered).toBe(false);
    done.open();
    expect(taskOf(await sent)).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ parts: [{ text: "at last" }] }],
    });
  });
});

describe("a server from a configuration", () => {
  const agent = { card: { name: "Configured" }, executor: scripted, store: "memory" };

  it("S4-14 is disabled by default", async () => {
    expect(await serveFromConfig({}, agent)).toBeUndefined();
    expect(await serveFromConfig({ enabled: false, server: { port: 0 } }, agent)).toBeUndefined();
  });

  it("S4-14 S4-31 listens at the configured address and allows the configured origins", async () => {
    const origin = "https://desk.example";
    const server = { port: 0, bindAddress: "127.0.0.1", allowedOrigins: [origin], store: "memory" };
    await using running = await serveFromConfig({ enabled: true, server }, agent);
    if (!running) throw new Error("expected a server");
    expect(new URL(running.url).hostname).toBe("127.0.0.1");
    const card = await fetch(`${running.url}/.well-known/agent-card.json`, { headers: { Origin: origin } });
    expect(card.headers.get("access-control-allow-origin")).toBe(origin);
    const other = await fetch(`${running.url}/.well-known/agent-card.json`, { headers: { Origin: `${origin}.evil` } });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    expect(taskOf(await rpc(running, "SendMessage", say("x"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  it("S4-14 does not expose an agent without authentication", async () => {
    const config = { enabled: true, server: { port: 0, bindAddress: "0.0.0.0" } };
    await expect(serveFromConfig(config, agent)).rejects.toThrow(/allowAnonymous/);
  });

  it("S4-14 uses the configured port", async () => {
    await using first = await serveFromConfig({ enabled: true }, agent);
    const port = Number(new URL(first?.url ?? "").port);
    await expect(serveFromConfig({ enabled: true, server: { port } }, agent)).rejects.toThrow(
      /^port \d+ of 127\.0\.0\.1 is in use: choose another, or 0 for a free one$/,
    );
  });
});

import { cortex } from "@a2a/bridge/dialects";
import { connect, type Interceptor } from "@a2a/client";
import { apiKey } from "@a2a/client/auth";
import { parseConfig } from "@a2a/client/config";
import { A2AClientManager, CapabilitySet } from "@a2a/client/directory";
import { A2AClientExtended } from "@a2a/client/extended";
import { fetchAgentCard, sendStreamingMessage } from "@a2a/client/functions";
import { A2AClient } from "@a2a/client/remote-agent";
import type { DeliveredEvent } from "@a2a/client/webhook";
import { apiKey as withApiKey } from "@a2a/server";
import { type ServeOptions, serve } from "@a2a/server/node";
import { createWebhookSigner } from "@a2a/server/webhook-signing";
import { type AgentExecutor, artifact, ask, createMessage, fail, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { serveReceiver } from "../src/webhook-receiver.ts";

const harbour: AgentExecutor = async function* ({ message, task }) {
  const text = textOf(message);
  if (text.startsWith("fail")) return void (yield fail("no boats today"));
  if (text === "ask" && task.status.message === undefined) return void (yield ask("Which harbour?"));
  yield artifact({ artifactId: "tides", name: "tides", parts: [{ text: `tides of ${text}` }] });
};
const open = (options: Partial<ServeOptions> = {}) =>
  serve({ card: { name: "Harbour", description: "Knows the tides." }, executor: harbour, store: "memory", ...options });
const fresh = () => ({ memory: new Map<string, string>() });

describe("clients of the seeds against our server", () => {
  it("S2-26 the remote agent discovers it by its card and executes", async () => {
    await using agent = await open();
    const card = await A2AClient.fetchAgentCard(agent.url);
    const remote = new A2AClient({ endpointUrl: card.url, agentId: card.name });
    expect(await remote.execute("Kiel")).toMatchObject({ output: "tides of Kiel", success: true });
    expect(await remote.execute("fail")).toMatchObject({ output: "", success: false, error: "no boats today" });
  });

  it("S1-11 S1-12 the manager delegates and checks the status, in every protocol version", async () => {
    for (const version of ["1.0", "0.3", "0.2", "0.1"] as const) {
      await using agent = await open({ versions: [version] });
      await using manager = new A2AClientManager({
        agents: [{ name: "harbour", url: agent.url }],
        capabilities: new CapabilitySet().grant("a2a:harbour", "delegate"),
        ...fresh(),
      });
      const { taskId } = await manager.sendTask("harbour", "Kiel", "today");
      await expect
        .poll(() => manager.getTaskStatus("harbour", taskId))
        .toMatchObject({
          status: "completed",
          artifacts: [{ name: "tides", parts: [{ type: "text", text: expect.stringMatching(/^tides of Kiel/) }] }],
        });
    }
  });

  it("S3-13 the polling client observes a question and its answer", async () => {
    await using agent = await open({ versions: ["0.3"] });
    const client = new A2AClientExtended({ url: agent.url, pollIntervalMs: 5 }, fresh());
    const [asked, task] = await client.sendAndObserve("ask");
    expect(asked).toBe("input-required");
    const [status] = await client.sendAndObserve("Kiel", { taskId: task?.id ?? "" });
    expect(status).toBe("completed");
  });

  it("S4-21 the functions read their own dialect", async () => {
    await using agent = await open({ dialect: cortex, versions: ["1.0"] });
    const card = await fetchAgentCard(agent.url);
    const chunks: string[] = [];
    const states: string[] = [];
    await sendStreamingMessage(
      card,
      { message: createMessage("Kiel") },
      (text) => chunks.push(text),
      (state) => states.push(state),
    );
    expect(chunks).toEqual(["tides of Kiel"]);
    expect(states.at(-1)).toBe("TASK_STATE_COMPLETED");
  });
});

describe("what S3 deferred", () => {
  it("S3-35 streams, is told by webhooks, authenticates by middleware, and serves by a server section", async () => {
    const { enabled, server } = parseConfig(
      'a2a: { enabled: true, server: { port: 0, bindAddress: "127.0.0.1", allowedOrigins: ["https://ui.example"] } }',
    );
    expect(enabled).toBe(true);
    const { port = 0, bindAddress: host = "", allowedOrigins = [] } = server;
    const webhooks = { egress: { allowPrivate: true, allowHttp: true } };
    const auth = [withApiKey({ keys: { "k-1": "ann" } })];
    await using agent = await open({ port, host, security: { allowedOrigins }, auth, webhooks });
    const taken: DeliveredEvent[] = [];
    await using hook = await serveReceiver({ token: "s-1", onEvent: (delivered) => void taken.push(delivered) });

    const middleware: Interceptor = (call, next) => next({ ...call, headers: { ...call.headers, "X-API-Key": "k-1" } });
    const client = await connect(agent.url, { interceptors: [middleware], ...fresh() });
    const events: string[] = [];
    const configuration = { taskPushNotificationConfig: { url: hook.url, token: "s-1" } };
    for await (const event of client.stream("Kiel", { configuration })) events.push(...Object.keys(event));
    expect(events).toEqual(expect.arrayContaining(["task", "artifactUpdate", "statusUpdate"]));
    await expect.poll(() => taken.some(({ event }) => "artifactUpdate" in event)).toBe(true);
    const stranger = await connect(agent.url, fresh());
    await expect(stranger.send("Kiel")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    const preflight = await fetch(agent.url, {
      method: "OPTIONS",
      headers: { Origin: "https://ui.example", "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://ui.example");
  });
});

describe("credentials and webhooks between our client and our server", () => {
  it("an API key is sent where the card declares it", async () => {
    await using agent = await open({ auth: [withApiKey({ keys: { "k-1": "ann" } })] });
    const client = await connect(agent.url, { auth: apiKey("k-1"), ...fresh() });
    expect(await client.send("Kiel")).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
    const stranger = await connect(agent.url, fresh());
    await expect(stranger.send("Kiel")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("a signed delivery is verified with the keys the agent publishes", async () => {
    const taken: DeliveredEvent[] = [];
    const signer = await createWebhookSigner({ issuer: "https://harbour.example" });
    await using agent = await open({ webhooks: { egress: { allowPrivate: true, allowHttp: true }, signer } });
    await using hook = await serveReceiver({
      signature: { jwksUrl: `${agent.url}/.well-known/jwks.json`, issuer: "https://harbour.example" },
      onEvent: (delivered) => void taken.push(delivered),
    });
    const client = await connect(agent.url, fresh());
    await client.send("Kiel", { configuration: { taskPushNotificationConfig: { url: hook.url } } });
    await expect.poll(() => taken.length).toBe(4);
    expect(hook.statuses).toEqual([204, 204, 204, 204]);
    expect(taken.every(({ signed, taskId, id }) => signed && id?.startsWith(`${taskId}/`))).toBe(true);
  });
});

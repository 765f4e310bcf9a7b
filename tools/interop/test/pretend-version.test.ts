import type { VersionCodec } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import { v1_0 } from "@a2a/bridge/v1_0";
import type { Binding } from "@a2a/card";
import { connectWith } from "@a2a/client/connect";
import { serve as serveAgent } from "@a2a/server/node";
import { type AgentExecutor, artifact, type StreamResponse, status, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { serve } from "../src/loopback.ts";

/** A fictitious version: the tables of 1.0 under another number. It shows that further versions need only a codec. */
const v1_1: VersionCodec = { ...v1_0, version: "1.1" };

const executor: AgentExecutor = async function* ({ message }) {
  yield status("TASK_STATE_WORKING");
  yield artifact({ artifactId: "echo", parts: [{ text: textOf(message) }] });
};

function open(codecs: readonly VersionCodec[]) {
  return serveAgent({
    card: { name: "Echo" },
    executor,
    codecs,
    store: "memory",
    webhooks: { egress: { allowPrivate: true, allowHttp: true } },
  });
}

interface Delivery {
  readonly version: string | undefined;
  readonly type: string | undefined;
  readonly event: StreamResponse;
}

async function receiver() {
  const deliveries: Delivery[] = [];
  let wake: () => void = () => undefined;
  const served = await serve((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const { "a2a-version": version, "content-type": type } = request.headers;
      deliveries.push({ version: version?.toString(), type, event: JSON.parse(body) as StreamResponse });
      response.writeHead(204, { Connection: "close" }).end();
      wake();
    })();
  });
  const isEnd = ({ event }: Delivery) =>
    "statusUpdate" in event && event.statusUpdate.status.state.endsWith("COMPLETED");
  const ended = async () => {
    while (!deliveries.some(isEnd)) await new Promise<void>((resolve) => (wake = resolve));
    return deliveries;
  };
  return { url: `${served.url}/hook`, ended, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
}

describe.each<Binding>(["JSONRPC", "HTTP+JSON"])("a protocol version that is added as a codec, over %s", (binding) => {
  it("is listed in the card, selected by the client, and works", async () => {
    await using agent = await open([v1_1]);
    const client = await connectWith(agent.url, { codecs: [v1_1], bindings: [binding] });
    expect(client.describe()).toMatchObject({ version: "1.1", binding });
    const answer = await client.send("hello");
    const task = "task" in answer ? answer.task : undefined;
    expect(task).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ parts: [{ text: "hello" }] }],
    });
    expect(await client.getTask(task?.id ?? "")).toEqual(task);
    const events: string[] = [];
    for await (const event of client.stream("again")) events.push(...Object.keys(event));
    expect(events).toEqual(["task", "statusUpdate", "artifactUpdate", "statusUpdate"]);
    await client.close();
  });

  it("is used for its webhooks", async () => {
    await using agent = await open([v1_1]);
    await using hook = await receiver();
    const client = await connectWith(agent.url, { codecs: [v1_1], bindings: [binding] });
    await client.send("hello", { configuration: { taskPushNotificationConfig: { url: hook.url } } });
    const deliveries = await hook.ended();
    expect(new Set(deliveries.map(({ version }) => version))).toEqual(new Set(["1.1"]));
    expect(new Set(deliveries.map(({ type }) => type))).toEqual(new Set(["application/a2a+json"]));
    await client.close();
  });

  it("is preferred to older versions, which keep working", async () => {
    await using agent = await open([v1_1, ...allCodecs]);
    const newer = await connectWith(agent.url, { codecs: [v1_1, ...allCodecs], bindings: [binding] });
    const older = await connectWith(agent.url, { codecs: [v1_0], bindings: [binding] });
    expect(newer.describe().version).toBe("1.1");
    expect(older.describe().version).toBe("1.0");
    for (const client of [newer, older]) {
      expect(await client.send("hello")).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
      await client.close();
    }
  });
});

describe("the card of an agent that serves an added version", () => {
  it("is served in that version, which it lists first with the codec's bindings", async () => {
    await using agent = await open([...allCodecs, v1_1]);
    const card = await fetch(`${agent.url}/.well-known/agent-card.json`, { headers: { "A2A-Version": "1.1" } });
    expect(card.status).toBe(200);
    const { supportedInterfaces } = (await card.json()) as { supportedInterfaces: { protocolVersion: string }[] };
    expect(supportedInterfaces.slice(0, 3)).toMatchObject([
      { protocolVersion: "1.1", protocolBinding: "JSONRPC" },
      { protocolVersion: "1.1", protocolBinding: "HTTP+JSON" },
      { protocolVersion: "1.0", protocolBinding: "JSONRPC" },
    ]);
  });

  it("lists the added version when an unknown one is rejected", async () => {
    await using agent = await open([v1_1]);
    const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } });
    const refused = await fetch(`${agent.url}/a2a`, { method: "POST", headers, body });
    expect(await refused.text()).toContain("1.1");
  });
});

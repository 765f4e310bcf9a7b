import type { UnarySpelling } from "@a2a/bridge";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { readText } from "@a2a/http";
import { A2AError, type JsonValue, type OperationName, type StreamResponse } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { AgentClient, connectWith } from "../src/connect.ts";
import { type ClientBinding, jsonRpc, openStream, type Transport } from "../src/core.ts";
import { cardAt, noTask, serveAgentPeer } from "./support/agent-peer.ts";
import { answer, servePeer } from "./support/peer.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } };
const older = (url: string) => ({
  protocolVersion: "0.3.0",
  name: "Desk",
  description: "Of 0.3",
  url,
  version: "1",
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
});

describe("connectWith", () => {
  it("speaks the given versions, and reads their cards", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { GetTask: () => task } });
    const client = await connectWith(peer.url, { codecs: [v1_0], memory: new Map() });
    expect(client).toBeInstanceOf(AgentClient);
    expect(await client.getTask("t-1")).toEqual(task);
  });

  it("reports that there is none in common", async () => {
    await using peer = await serveAgentPeer({ card: older, methods: { "tasks/get": noTask } });
    const refused = connectWith(peer.url, { codecs: [v1_0], bindings: ["JSONRPC"], memory: new Map() });
    await expect(refused).rejects.toMatchObject({
      code: "NO_COMMON_INTERFACE",
      message: expect.stringContaining(
        "the agent has no readable card (the card is written for a protocol version other than 1.0); this client supports 1.0 over JSONRPC",
      ),
    });
    const client = await connectWith(peer.url, { codecs: [v1_0, v0_3], memory: new Map() });
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    expect(client.describe()).toMatchObject({ name: "Desk", version: "0.3" });
  });
});

describe("a third binding as a value", () => {
  /** Calls as lines of text, `operation JSON`, over any HTTP client; answers are `ok JSON` or `error CODE`. */
  const lines: ClientBinding = {
    name: "urn:example:lines",
    offeredOnly: true,
    open(endpoint, { http }): Transport {
      const post = async (operation: string, input: object) => {
        const body = `${operation} ${JSON.stringify(input)}`;
        const headers = { "Content-Type": "text/plain" };
        const text = await readText(await http({ method: "POST", url: endpoint.url, headers, body }));
        if (text.startsWith("ok ")) return JSON.parse(text.slice(3)) as JsonValue;
        throw new A2AError("TASK_NOT_FOUND", text);
      };
      const row = (operation: OperationName) => endpoint.codec.operations[operation];
      return {
        endpoint,
        async unary(operation, input) {
          const answer = await post(operation, input);
          const spelling = row(operation) as UnarySpelling<typeof operation>; // the row of the operation
          return spelling.decodeOutput(answer);
        },
        async stream(operation, input) {
          const events = (await post(operation, input)) as StreamResponse[];
          return openStream(
            (async function* () {
              for (const event of events) yield { event };
            })(),
          );
        },
      };
    },
  };

  it("is chosen where a card offers it, for unary calls and streams, and `connect` does not know it", async () => {
    const seen: string[] = [];
    await using peer = await servePeer(({ method, path, body }, response) => {
      if (method === "GET") return answer(response, cardAt(`${peer.url}/lines`, { binding: lines.name }));
      seen.push(`${path} ${body.split(" ")[0]}`);
      const reply = (value: unknown) => answer(response, `ok ${JSON.stringify(value)}`, 200);
      if (body.startsWith("getTask ")) return reply(task);
      if (body.startsWith("sendStreamingMessage ")) return reply([{ task }]);
      return answer(response, "error unknown", 200);
    });
    const client = await connectWith(peer.url, { codecs: [v1_0], bindings: [jsonRpc, lines], memory: new Map() });
    expect(await client.getTask("t-1")).toEqual(task);
    const events = [];
    for await (const event of client.stream("hello")) events.push(event);
    expect(events).toEqual([{ task }]);
    await expect(client.cancelTask("t-9")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    expect(client.describe()).toMatchObject({ binding: lines.name, url: `${peer.url}/lines`, notes: [] });
    expect(seen).toEqual(["/lines getTask", "/lines sendStreamingMessage", "/lines cancelTask"]);
    const known = connectWith(peer.url, { codecs: [v1_0], bindings: ["JSONRPC"], memory: new Map() });
    await expect(known).rejects.toMatchObject({ code: "NO_COMMON_INTERFACE" });
  });
});

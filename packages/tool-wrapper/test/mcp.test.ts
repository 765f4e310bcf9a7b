import type { KnownVersion } from "@a2a/types";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as InMemoryTransportV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { type AgentTool, agentTool } from "../src/index.ts";
import { mcpTool, type SealOptions } from "../src/mcp.ts";
import { mcpTool as mcpToolV1 } from "../src/mcp-v1.ts";
import { running } from "./support/agents.ts";

type Answer = { action: "accept"; content: Record<string, string> } | { action: "decline" };

const host = { name: "host", version: "1.0.0" };

/** A server of the second line that offers some agents. */
function serverOf(tools: AgentTool[], options?: SealOptions): McpServer {
  const server = new McpServer({ name: "agents", version: "1.0.0" });
  for (const tool of tools) mcpTool(server, tool, options);
  return server;
}

/** A client of the second line that talks to such a server as clients used to; with `answer` it can put forms to its user. */
async function legacy(tool: AgentTool, answer?: (message: string) => Answer) {
  const client = clientOf("legacy", answer);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await serverOf([tool]).connect(far);
  await client.connect(near);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** The same as clients do since 2026: every request stands for itself, and is served by a server of its own. */
async function modern(tools: AgentTool | (() => AgentTool[]), answer?: (message: string) => Answer, secret = SECRET) {
  const factory = () => serverOf(typeof tools === "function" ? tools() : [tools], { secret });
  const handler = createMcpHandler(factory);
  const client = clientOf("auto", answer);
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL("http://mcp.example/"), { fetch }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

const SECRET = "0123456789abcdef0123456789abcdef";

function clientOf(mode: "auto" | "legacy", answer?: (message: string) => Answer): Client {
  const capabilities = answer ? { elicitation: { form: {} } } : {};
  const client = new Client(host, { versionNegotiation: { mode }, capabilities });
  if (answer) client.setRequestHandler("elicitation/create", async ({ params }) => answer(params.message));
  return client;
}

const connections = { legacy, modern };

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("an MCP server with an agent of %s", (version) => {
  const pinned = { versions: [version] };

  it.each(["legacy", "modern"] as const)("answers a %s client, and asks its user", async (era) => {
    await using peer = await running(undefined, pinned);
    const asked: string[] = [];
    await using mcp = await connections[era](agentTool(peer.client, { name: "tax" }), (message) => {
      asked.push(message);
      return { action: "accept", content: { answer: "2026" } };
    });
    expect(mcp.client.getProtocolEra()).toBe(era);
    const { tools } = await mcp.client.listTools();
    expect(tools).toMatchObject([{ name: "tax", title: "Tax Office", inputSchema: { required: ["message"] } }]);
    expect(await mcp.client.callTool({ name: "tax", arguments: { message: "hello" } })).toMatchObject({
      content: [{ type: "text", text: "[COMPLETED] hello" }],
      structuredContent: { status: "completed", text: "hello" },
    });
    const answered = await mcp.client.callTool({ name: "tax", arguments: { message: "ask:Which year?" } });
    expect(answered).toMatchObject({ content: [{ type: "text", text: "[COMPLETED] answer: 2026" }] });
    expect(asked).toEqual(["tax asks: Which year?"]);
  });

  it("reports a failure of the agent", async () => {
    await using peer = await running(undefined, pinned);
    await using mcp = await modern(agentTool(peer.client, { name: "tax" }));
    expect(await mcp.client.callTool({ name: "tax", arguments: { message: "fail:no data" } })).toMatchObject({
      isError: true,
      content: [{ text: "[FAILED] no data" }],
    });
  });
});

const COMPLETED = { content: [{ text: "[COMPLETED] answer: 2026" }] };

const accepting = (): Answer => ({ action: "accept", content: { answer: "2026" } });

/** Calls by hand: with a state, as the call that carries the answer. */
async function asking(client: Client, name: string, requestState?: string) {
  const inputResponses = { answer: accepting() };
  const params = {
    name,
    arguments: { message: "ask:Which year?" },
    ...(requestState !== undefined && { inputResponses, requestState }),
  };
  // With `allowInputRequired` it may be a question, which the type of the result does not say.
  return (await client.callTool(params, { allowInputRequired: true })) as object as { requestState: string };
}

describe("an MCP server", () => {
  it("returns the question as text to a client that cannot ask, and accepts the answer with the task id", async () => {
    await using peer = await running();
    await using mcp = await modern(agentTool(peer.client, { name: "tax" }));
    const asked = await mcp.client.callTool({ name: "tax", arguments: { message: "ask:Which year?" } });
    const { taskId } = asked.structuredContent as { taskId: string };
    expect(asked.content).toEqual([{ type: "text", text: `[INPUT_REQUIRED:task_id=${taskId}] Which year?` }]);
    const answered = await mcp.client.callTool({ name: "tax", arguments: { message: "2026", taskId } });
    expect(answered.content).toEqual([{ type: "text", text: "[COMPLETED] answer: 2026" }]);
  });

  it("cancels the task when the user declines", async () => {
    await using peer = await running();
    await using mcp = await modern(agentTool(peer.client, { name: "tax" }), () => ({ action: "decline" }));
    const result = await mcp.client.callTool({ name: "tax", arguments: { message: "ask:Which year?" } });
    expect(result).toMatchObject({ isError: true, structuredContent: { status: "canceled" } });
    const { taskId } = result.structuredContent as { taskId: string };
    expect((await peer.client.getTask(taskId)).status.state).toBe("TASK_STATE_CANCELED");
  });

  it("refuses a state it did not seal, and one that was sealed for another tool", async () => {
    await using peer = await running();
    const tools = [agentTool(peer.client, { name: "tax" }), agentTool(peer.client, { name: "other" })];
    await using mcp = await modern(() => tools, accepting);
    const asked = await asking(mcp.client, "tax");
    expect(asked).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
    expect(asked.requestState).not.toContain("task");
    const refused = { isError: true, content: [{ text: expect.stringContaining("not valid here") }] };
    expect(await asking(mcp.client, "other", asked.requestState)).toMatchObject(refused);
    expect(await asking(mcp.client, "tax", "AAAA")).toMatchObject(refused);
    await using elsewhere = await modern(() => tools, accepting, "another secret of at least 32 characters");
    expect(await asking(elsewhere.client, "tax", asked.requestState)).toMatchObject(refused);
    expect(await asking(mcp.client, "tax", asked.requestState)).toMatchObject(COMPLETED);
    expect(() => serverOf(tools, { secret: "short" })).toThrow(/at least 32/);
  });

  it("continues a task that another process started", async () => {
    await using peer = await running();
    await using mcp = await modern(() => [agentTool(peer.client, { name: "tax" })], accepting);
    const { requestState } = await asking(mcp.client, "tax");
    expect(await asking(mcp.client, "tax", requestState)).toMatchObject(COMPLETED);
  });

  it("reports progress, and cancels with the call", async () => {
    await using peer = await running();
    await using mcp = await modern(agentTool(peer.client, { name: "tax", progressIntervalMs: 0 }));
    const stop = new AbortController();
    const told: (string | undefined)[] = [];
    const call = mcp.client.callTool(
      { name: "tax", arguments: { message: "hang:" } },
      {
        signal: stop.signal,
        onprogress: ({ message }) => {
          told.push(message);
          if (message === "thinking") stop.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    expect(told).toContain("thinking");
    await expect
      .poll(async () => (await peer.client.listTasks({})).tasks.map(({ status }) => status.state))
      .toEqual(["TASK_STATE_CANCELED"]);
  });

  it("returns files as blocks, and links to remote ones", async () => {
    await using peer = await running();
    await using mcp = await modern(agentTool(peer.client, { name: "tax" }));
    const { content } = await mcp.client.callTool({ name: "tax", arguments: { message: "files:" } });
    expect(content).toMatchObject([
      { type: "text" },
      { type: "resource", resource: { mimeType: "text/plain", blob: btoa("hello") } },
      { type: "resource_link", uri: "https://files.example/big.bin", name: "big.bin" },
    ]);
  });
});

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])(
  "an MCP server of the first line with an agent of %s",
  (version) => {
    async function connectedV1(tool: AgentTool, answer?: (message: string) => Answer) {
      const server = new McpServerV1({ name: "agents", version: "1.0.0" });
      mcpToolV1(server, tool);
      const client = new ClientV1(
        { name: "host", version: "1.0.0" },
        { capabilities: answer ? { elicitation: { form: {} } } : {} },
      );
      if (answer) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answer(params.message));
      const [near, far] = InMemoryTransportV1.createLinkedPair();
      await server.connect(far);
      await client.connect(near);
      return { client, [Symbol.asyncDispose]: () => client.close() };
    }

    it("offers the agent, and relays its questions to the user", async () => {
      await using peer = await running(undefined, { versions: [version] });
      await using mcp = await connectedV1(agentTool(peer.client, { name: "tax" }), () => ({
        action: "accept",
        content: { answer: "2026" },
      }));
      const { tools } = await mcp.client.listTools();
      expect(tools[0]).toMatchObject({ name: "tax", inputSchema: { required: ["message"] } });
      expect(tools[0]?.inputSchema.properties).toMatchObject({ message: { examples: ["What is due on 100?"] } });
      expect(await mcp.client.callTool({ name: "tax", arguments: { message: "ask:Which year?" } })).toMatchObject({
        content: [{ text: "[COMPLETED] answer: 2026" }],
      });
    });

    it("cancels when the user declines, and returns the question as text when the client cannot ask", async () => {
      await using peer = await running(undefined, { versions: [version] });
      const tool = agentTool(peer.client, { name: "tax" });
      await using declining = await connectedV1(tool, () => ({ action: "decline" }));
      const call = { name: "tax", arguments: { message: "ask:Which year?" } };
      expect(await declining.client.callTool(call)).toMatchObject({ structuredContent: { status: "canceled" } });
      await using silent = await connectedV1(tool);
      expect(await silent.client.callTool(call)).toMatchObject({
        content: [{ text: expect.stringMatching(/^\[INPUT_REQUIRED:task_id=/) }],
      });
    });
  },
);

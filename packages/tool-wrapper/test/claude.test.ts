import type { KnownVersion } from "@a2a/types";
import { createSdkMcpServer } from "@anthropic-ai/claude-agent-sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { describe, expect, it } from "vitest";
import { claudeServer } from "../src/claude.ts";
import { agentTool } from "../src/index.ts";
import { running } from "./support/agents.ts";

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("the Claude Agent SDK with an agent of %s", (version) => {
  it("gets a server like its own, whose tools delegate", async () => {
    await using peer = await running(undefined, { versions: [version] });
    const server = claudeServer([agentTool(peer.client, { name: "tax" })]);
    const own = createSdkMcpServer({ name: "agents", tools: [] });
    expect([Object.keys(server).sort(), server.type, server.name]).toEqual([
      Object.keys(own).sort(),
      own.type,
      own.name,
    ]);
    const client = new Client({ name: "host", version: "1.0.0" });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.instance.connect(far), client.connect(near)]);
    expect((await client.listTools()).tools).toMatchObject([{ name: "tax" }]);
    const call = (message: string) => client.callTool({ name: "tax", arguments: { message } });
    expect(await call("words:one two three")).toMatchObject({ content: [{ text: "[COMPLETED] one two three " }] });
    expect(await call("fail:no data")).toMatchObject({ isError: true, content: [{ text: "[FAILED] no data" }] });
    await client.close();
  });
});

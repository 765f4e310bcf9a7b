// An MCP client calls an agent as a tool of an MCP server.
import assert from "node:assert/strict";
import { connect } from "@a2a/client";
import { agentTool } from "@a2a/tool-wrapper";
import { mcpTool } from "@a2a/tool-wrapper/mcp";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { AgentProcess } from "./agent-process.ts";

await using agent = await AgentProcess.start();
await using remote = await connect(agent.url);

const server = new McpServer({ name: "agents", version: "1.0.0" });
mcpTool(server, agentTool(remote, { name: "first_hour" }));
const client = new Client({ name: "host", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
await client.connect(near);

const { tools } = await client.listTools();
assert.deepEqual(
  tools.map(({ name }) => name),
  ["first_hour"],
);
const result = await client.callTool({ name: "first_hour", arguments: { message: "hello from MCP" } });
assert(Array.isArray(result.content));
assert.match(JSON.stringify(result.content), /hello from MCP/);
await client.close();

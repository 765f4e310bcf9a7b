import type { McpSdkServerConfigWithInstance } from "@anthropic-ai/claude-agent-sdk";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { mcpTool } from "./mcp-v1.ts";

/**
 * Agents as tools of the Claude Agent SDK: `query({ prompt, options: { mcpServers: { agents: claudeServer(tools) } } })`. The model sees
 * each as `mcp__agents__NAME`. Questions of an agent are put to the user by elicitation.
 */
export function claudeServer(tools: readonly AgentTool[], name = "agents"): McpSdkServerConfigWithInstance {
  const server = new McpServer({ name, version: "1.0.0" });
  for (const tool of tools) mcpTool(server, tool);
  return { type: "sdk", name, instance: server };
}

import type { McpServer, RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readForm, toForm } from "../mcp/form.ts";
import { notifying } from "../mcp/progress.ts";
import { toToolResult } from "../mcp/tool-result.ts";
import { zodShape } from "../mcp/zod-shape.ts";
import type { AgentTool, TurnSettings } from "../wrap/agent-tool.ts";
import { endedBy, type Outcome } from "../wrap/outcome.ts";
import { parseInput, type ToolInput } from "../wrap/tool-schema.ts";

/** Options for an agent as a tool of an MCP server of version 1. */
export interface McpV1ToolOptions {
  /** The maximum number of questions to the user in one call. Default 5. */
  maxTurns?: number;
  /** The time limit for the user's answer. Default 600,000. */
  answerTimeoutMs?: number;
}

/**
 * Offers an agent as a tool of an MCP server made with `@modelcontextprotocol/sdk` (version 1). Its questions are put to the user
 * by elicitation; a client without elicitation gets the question as text with the task id.
 */
export function mcpTool(server: McpServer, tool: AgentTool, options: McpV1ToolOptions = {}): RegisteredTool {
  const { name, title, description, inputSchema } = tool;
  return server.registerTool(
    name,
    { title, description, inputSchema: zodShape(inputSchema.jsonSchema), annotations: { openWorldHint: true } },
    async (given, { signal, _meta, sendNotification }) => {
      const run = { signal, ...notifying(_meta?.progressToken, sendNotification) };
      return toToolResult(await answered(server, tool, parseInput(inputSchema, given), run, options));
    },
  );
}

async function answered(
  { server }: McpServer,
  tool: AgentTool,
  input: ToolInput,
  run: TurnSettings,
  { maxTurns = 5, answerTimeoutMs = 600_000 }: McpV1ToolOptions,
): Promise<Outcome> {
  let outcome = await tool.run(input, run);
  for (let turn = 0; turn < maxTurns && outcome.status === "input-required"; turn++) {
    if (server.getClientCapabilities()?.elicitation === undefined) return outcome;
    const { taskId } = outcome;
    const { ownForm, ...form } = toForm(tool.name, outcome);
    const asking = { timeout: answerTimeoutMs, ...(run.signal && { signal: run.signal }) };
    const answer = readForm(await server.elicitInput(form, asking), ownForm);
    if (answer === undefined) {
      await tool.cancel(taskId);
      return endedBy("canceled", "The question was declined", { taskId });
    }
    outcome = await tool.run({ message: answer.message, taskId }, { ...run, data: answer.data });
  }
  return outcome;
}

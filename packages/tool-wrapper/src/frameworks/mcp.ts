import type { McpServer, RegisteredTool, ServerContext } from "@modelcontextprotocol/server";
import { cancellations, type IsCancellation } from "../mcp/cancellations.ts";
import { canElicit, elicit, nextOutcome } from "../mcp/elicitation.ts";
import { notifying } from "../mcp/progress.ts";
import { createSeal, type SealOptions } from "../mcp/seal.ts";
import { toToolResult } from "../mcp/tool-result.ts";
import type { AgentTool } from "../wrap/agent-tool.ts";
import type { ToolInput } from "../wrap/tool-schema.ts";

/** Options for an agent as a tool of an MCP server. */
export interface McpToolOptions extends SealOptions {
  /**
   * Whether the end of a request, known by the reason of its signal, cancels the task at the agent; a promise decides later. Return
   * `false` for a connection that closed, and the task survives its host. Default: always.
   */
  isCancellation?: IsCancellation;
}

/**
 * Offers an agent as a tool of an MCP server: `mcpTool(server, t)`. The client elicits answers to its questions from the user, old
 * clients included; a client without elicitation gets the question as text with the task id. The reference to the waiting task travels
 * through the client, encrypted: give every process the same `secret` when the answer may reach another one.
 */
export function mcpTool(server: McpServer, tool: AgentTool, options: McpToolOptions = {}): RegisteredTool {
  const seal = createSeal(options);
  const { name, title, description, inputSchema } = tool;
  return server.registerTool(
    name,
    { title, description, inputSchema, annotations: { openWorldHint: true } },
    async (input: ToolInput, context: ServerContext) => {
      const { _meta, notify } = context.mcpReq;
      const signal = cancellations(context.mcpReq.signal, options.isCancellation);
      const run = { signal, ...notifying(_meta?.progressToken, notify) };
      const outcome = await nextOutcome(tool, input, run, context, seal);
      if (outcome.status !== "input-required" || !canElicit(server, context)) return toToolResult(outcome);
      return elicit(tool, outcome, context, seal);
    },
  );
}

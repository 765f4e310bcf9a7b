import { isJsonObject } from "@a2a/types";
import type { InputRequiredResult, McpServer, RegisteredTool, ServerContext } from "@modelcontextprotocol/server";
import { readForm, toForm } from "../mcp/form.ts";
import { notifying } from "../mcp/progress.ts";
import { createSeal, type Seal, type SealOptions } from "../mcp/seal.ts";
import { toToolResult } from "../mcp/tool-result.ts";
import type { AgentTool, RunOptions } from "../wrap/agent-tool.ts";
import { endedBy, type Outcome, type Waiting } from "../wrap/outcome.ts";
import type { ToolInput } from "../wrap/tool-schema.ts";

/** Options for an agent as a tool of an MCP server. */
export interface McpToolOptions extends SealOptions {
  /**
   * Whether the end of a request, known by the reason of its signal, cancels the task at the agent. Return `false` for a connection that
   * closed, and the task survives its host. Default: always.
   */
  isCancellation?: (reason: unknown) => boolean;
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
      if (outcome.status !== "input-required" || !asks(server, context)) return toToolResult(outcome);
      return asked(tool, outcome, context, seal);
    },
  );
}

/** A signal that aborts only for cancellations. */
function cancellations(signal: AbortSignal, isCancellation: McpToolOptions["isCancellation"]): AbortSignal {
  if (isCancellation === undefined) return signal;
  const own = new AbortController();
  const forward = () => {
    if (isCancellation(signal.reason)) own.abort(signal.reason);
  };
  if (signal.aborted) forward();
  else signal.addEventListener("abort", forward, { once: true });
  return own.signal;
}

/** The result of the call, or of the answer when the call is repeated with one. */
async function nextOutcome(
  tool: AgentTool,
  input: ToolInput,
  options: RunOptions,
  context: ServerContext,
  seal: Seal,
): Promise<Outcome> {
  const state = context.mcpReq.requestState();
  if (typeof state !== "string") return tool.run(input, options);
  const { taskId, ownForm } = await seal.open(state, purposeOf(tool, context));
  const answer = readForm(context.mcpReq.inputResponses?.answer, ownForm);
  if (answer === undefined) {
    await tool.cancel(taskId, { trustTaskId: true });
    return endedBy("canceled", "The question was declined", { taskId });
  }
  const { message, data } = answer;
  return tool.run({ message, taskId }, { ...options, data, trustTaskId: true });
}

async function asked(
  tool: AgentTool,
  waiting: Waiting,
  context: ServerContext,
  seal: Seal,
): Promise<InputRequiredResult> {
  const { ownForm, ...form } = toForm(tool.name, waiting);
  return {
    resultType: "input_required",
    inputRequests: { answer: { method: "elicitation/create", params: { mode: "form", ...form } } },
    requestState: await seal.close({ taskId: waiting.taskId, ownForm }, purposeOf(tool, context)),
  };
}

/** A sealed task is valid for this tool and this caller only. */
function purposeOf(tool: AgentTool, { http }: ServerContext): string {
  return JSON.stringify([tool.name, http?.authInfo?.clientId ?? null]);
}

/** Whether the client supports elicitation. New clients declare it with every request, old ones on connect. */
function asks({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: unknown = mcpReq.envelope;
  const told = isJsonObject(envelope) ? envelope["io.modelcontextprotocol/clientCapabilities"] : undefined;
  const capabilities: unknown = told ?? server.getClientCapabilities();
  return isJsonObject(capabilities) && capabilities.elicitation !== undefined;
}

import { isJsonObject } from "@a2a/types";
import type { InputRequiredResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { AgentTool, TurnSettings } from "../wrap/agent-tool.ts";
import { endedBy, type Outcome, type Waiting } from "../wrap/outcome.ts";
import type { ToolInput } from "../wrap/tool-schema.ts";
import { readForm, toForm } from "./form.ts";
import type { Seal } from "./seal.ts";

/** The outcome of the call, or of the user's answer when the client repeats the call with one. */
export async function nextOutcome(
  tool: AgentTool,
  input: ToolInput,
  options: TurnSettings,
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

/** The result that makes the client elicit an answer. The reference to the waiting task travels with it, encrypted. */
export async function elicit(
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

/** Whether the client supports elicitation. New clients declare it with every request, old ones on connect. */
export function canElicit({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: unknown = mcpReq.envelope;
  const declared = isJsonObject(envelope) ? envelope["io.modelcontextprotocol/clientCapabilities"] : undefined;
  const capabilities: unknown = declared ?? server.getClientCapabilities();
  return isJsonObject(capabilities) && capabilities.elicitation !== undefined;
}

/** A sealed task is valid for this tool and this caller only. */
function purposeOf(tool: AgentTool, { http }: ServerContext): string {
  return JSON.stringify([tool.name, http?.authInfo?.clientId ?? null]);
}

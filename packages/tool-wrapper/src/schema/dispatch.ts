import { isA2AError, isJsonObject, isLocalError, type JsonObject } from "@a2a/types";
import type { AgentTool, TurnSettings } from "../wrap/agent-tool.ts";
import { callKey } from "../wrap/call-key.ts";
import { hasFailed, modelText } from "../wrap/model-content.ts";
import { endedBy, type Outcome } from "../wrap/outcome.ts";
import { parseInput } from "../wrap/tool-schema.ts";

/** A call of a tool, as a provider's API hands it out. */
export type ModelCall =
  | { type: "function_call"; name: string; arguments: string; call_id: string }
  | { type: "function"; id: string; function: { name: string; arguments: string } }
  | { type: "tool_use"; id: string; name: string; input: unknown }
  | { name?: string; args?: unknown; id?: string };

/** The reply to the model, in the form of the API that made the call. */
export type ModelReply<Call> = Call extends { type: "function_call" }
  ? { type: "function_call_output"; call_id: string; output: string }
  : Call extends { type: "function" }
    ? { role: "tool"; tool_call_id: string; content: string }
    : Call extends { type: "tool_use" }
      ? { type: "tool_result"; tool_use_id: string; content: string; is_error: boolean }
      : { functionResponse: { name: string; id?: string; response: Record<string, string> } };

/**
 * Executes a tool call of a model, and returns the outcome together with the reply for the model. A mistake of the model (a tool
 * that does not exist, arguments that do not fit, an agent it may not call) is an outcome too: it can read it and do better.
 */
export async function dispatch<Call extends ModelCall>(
  tools: Iterable<AgentTool>,
  call: Call,
  options: TurnSettings = {},
): Promise<{ outcome: Outcome; reply: ModelReply<Call> }> {
  const { name, id, input } = readCall(call);
  const outcome = await carriedOut([...tools], name, input, { ...callKey(id), ...options });
  const text = modelText(outcome);
  return { outcome, reply: replyTo(call, text, hasFailed(outcome)) as ModelReply<Call> }; // of the same form as the call
}

async function carriedOut(
  tools: AgentTool[],
  name: string,
  input: () => unknown,
  options: TurnSettings,
): Promise<Outcome> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) {
    return endedBy("failed", `there is no tool ${name}: there are ${tools.map((known) => known.name).join(", ")}`);
  }
  try {
    return await tool.run(parseInput(tool.inputSchema, input()), options);
  } catch (error) {
    const isReportable =
      error instanceof TypeError || error instanceof SyntaxError || isA2AError(error) || isLocalError(error);
    if (!isReportable) throw error;
    return endedBy("failed", error.message);
  }
}

function readCall(call: ModelCall): { name: string; id: string | undefined; input: () => unknown } {
  if (!("type" in call)) return { name: call.name ?? "", id: call.id, input: () => call.args };
  if (call.type === "tool_use") return { name: call.name, id: call.id, input: () => call.input };
  const { name, arguments: text } = call.type === "function" ? call.function : call;
  return { name, id: call.type === "function" ? call.id : call.call_id, input: () => parsed(text) };
}

function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new TypeError("the arguments: expected an object");
  return value;
}

function replyTo(call: ModelCall, text: string, failed: boolean): ModelReply<ModelCall> {
  if (!("type" in call)) {
    const { name = "", id } = call;
    const response: Record<string, string> = failed ? { error: text } : { output: text };
    return { functionResponse: { name, ...(id !== undefined && { id }), response } };
  }
  if (call.type === "tool_use") return { type: "tool_result", tool_use_id: call.id, content: text, is_error: failed };
  if (call.type === "function") return { role: "tool", tool_call_id: call.id, content: text };
  return { type: "function_call_output", call_id: call.call_id, output: text };
}

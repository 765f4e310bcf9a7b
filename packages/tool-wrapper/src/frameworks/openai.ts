import { isJsonObject } from "@a2a/types";
import type { FunctionTool } from "@openai/agents-core";
import { type FunctionSchemas, toFunctionSchema } from "../schema/function-schema.ts";
import { strictSchema } from "../schema/strict-schema.ts";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { callKey } from "../wrap/call-key.ts";
import { modelText } from "../wrap/model-content.ts";
import { parseInput } from "../wrap/tool-schema.ts";

/** An agent as a strict function of OpenAI's Responses API. `dispatch` of `@a2a/tool-wrapper/schema` runs its calls. */
export function openaiTool(tool: AgentTool): FunctionSchemas["openai"] {
  return toFunctionSchema(tool, "openai");
}

/** An agent as a tool of the OpenAI Agents SDK. Its questions are returned as text with the task id, for the model to answer or relay. */
export function openaiAgentsTool<Context = unknown>(tool: AgentTool): FunctionTool<Context, undefined, string> {
  const { properties, ...schema } = strictSchema(tool.inputSchema.jsonSchema);
  return {
    type: "function",
    name: tool.name,
    description: tool.description,
    parameters: {
      ...schema,
      type: "object",
      properties: isJsonObject(properties) ? properties : {},
      required: Object.keys(isJsonObject(properties) ? properties : {}),
      additionalProperties: false,
    },
    strict: true,
    needsApproval: async () => false,
    isEnabled: async () => true,
    async invoke(_, input, details) {
      try {
        const { toolCall, signal } = details ?? {};
        const parsed = parseInput(tool.inputSchema, JSON.parse(input));
        return modelText(await tool.run(parsed, { ...callKey(toolCall?.callId), signal }));
      } catch (error) {
        // Throwing would end the run; a model that reads the error can correct its call.
        if (error instanceof TypeError || error instanceof SyntaxError) return `[FAILED] ${error.message}`;
        throw error;
      }
    },
  };
}

import type { JsonValue } from "@a2a/types";
import { FunctionTool } from "@strands-agents/sdk";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { callKey } from "../wrap/call-key.ts";
import { modelText } from "../wrap/model-content.ts";
import { parseInput } from "../wrap/tool-schema.ts";

/**
 * An agent as a tool of Strands: `new Agent({ tools: [strandsTool(t)] })`. Progress arrives as tool stream events. Questions of the agent
 * are returned as text with the task id, for the model to answer or relay.
 */
export function strandsTool(tool: AgentTool): FunctionTool {
  return new FunctionTool({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema.jsonSchema,
    callback: async function* (input, { toolUse, cancelSignal }): AsyncGenerator<JsonValue, JsonValue, never> {
      const run = { signal: cancelSignal, ...callKey(toolUse.toolUseId) };
      for await (const event of tool.stream(parseInput(tool.inputSchema, input), run)) {
        if (event.status !== "progress") return modelText(event);
        yield { ...event };
      }
      return "[FAILED] The agent ended without a result";
    },
  });
}

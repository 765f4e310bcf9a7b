import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { aiModel } from "./ai-model.ts";

/** An agent as a sub-agent of Mastra: `new Agent({ agents: { tax: mastraAgent(t) } })`. Its text streams. */
export function mastraAgent(tool: AgentTool): Agent {
  const { name, description } = tool;
  // Mastra takes any model of the AI SDK, but its type for them is its own, which wraps them.
  const model = aiModel(tool) as unknown as MastraModelConfig;
  return new Agent({ id: name, name, description, instructions: "", model });
}

import { BaseTool, type RunAsyncToolRequest } from "@google/adk";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { modelText } from "../wrap/model-content.ts";
import { parseInput } from "../wrap/tool-schema.ts";

/** An agent as a tool of Google's Agent Development Kit: `new LlmAgent({ tools: [adkTool(t)] })`. Questions are returned as text. */
export function adkTool(tool: AgentTool): BaseTool {
  return new RemoteTool(tool);
}

class RemoteTool extends BaseTool {
  readonly #tool: AgentTool;

  constructor(tool: AgentTool) {
    super({ name: tool.name, description: tool.description });
    this.#tool = tool;
  }

  override _getDeclaration() {
    const { name, description, inputSchema } = this.#tool;
    return { name, description, parametersJsonSchema: inputSchema.jsonSchema };
  }

  override async runAsync({ args }: RunAsyncToolRequest): Promise<{ result: string }> {
    return { result: modelText(await this.#tool.run(parseInput(this.#tool.inputSchema, args))) };
  }
}

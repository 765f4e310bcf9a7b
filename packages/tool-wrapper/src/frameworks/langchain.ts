import { tool as createTool, type DynamicStructuredTool, type ToolRunnableConfig } from "@langchain/core/tools";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { callKey } from "../wrap/call-key.ts";
import { type Interrupt, OutcomeJournal, runWithInterrupts } from "../wrap/interrupts.ts";
import { modelText } from "../wrap/model-content.ts";
import type { Outcome } from "../wrap/outcome.ts";
import { parseInput } from "../wrap/tool-schema.ts";

/** Options for an agent as a tool of LangChain. */
export interface LcToolOptions {
  /**
   * LangGraph's `interrupt`. If given, a question of the agent interrupts the graph with `{ question, schema? }`, and the resume value,
   * a text or a value that matches the schema, is the answer. Default: the model reads the question as text.
   */
  interrupt?: Interrupt;
}

/** An agent as a tool of LangChain: `tools: [lcTool(t)]`. The content is text for the model, the artifact is the outcome. */
export function lcTool(tool: AgentTool, options: LcToolOptions = {}): DynamicStructuredTool {
  const { interrupt } = options;
  const journal = new OutcomeJournal();
  return createTool(
    async (given: unknown, config: ToolRunnableConfig): Promise<[string, Outcome]> => {
      const input = parseInput(tool.inputSchema, given);
      const id = config?.toolCall?.id;
      const run = { ...callKey(id), signal: config?.signal };
      const outcome =
        interrupt && id !== undefined
          ? await runWithInterrupts(tool, input, run, interrupt, journal.of(id))
          : await tool.run(input, run);
      if (id !== undefined) journal.close(id);
      return [modelText(outcome), outcome];
    },
    {
      name: tool.name,
      description: tool.description,
      schema: tool.inputSchema.jsonSchema,
      responseFormat: "content_and_artifact",
    },
  ) as DynamicStructuredTool; // its type names the schema more narrowly than lists of tools take it
}

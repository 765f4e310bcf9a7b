import { tool as createTool, type DynamicStructuredTool, type ToolRunnableConfig } from "@langchain/core/tools";
import type { AgentTool, RunOptions } from "../wrap/agent-tool.ts";
import { toAnswer } from "../wrap/answer.ts";
import { callKey } from "../wrap/call-key.ts";
import { modelText } from "../wrap/model-content.ts";
import type { Outcome } from "../wrap/outcome.ts";
import { parseInput, type ToolInput } from "../wrap/tool-schema.ts";

/** Options for an agent as a tool of LangChain. */
export interface LcToolOptions {
  /**
   * LangGraph's `interrupt`. If given, a question of the agent interrupts the graph with `{ question, schema? }`, and the resume value,
   * a text or a value that matches the schema, is the answer. Default: the model reads the question as text.
   */
  interrupt?: (question: { question: string; schema?: unknown }) => unknown;
}

/** An agent as a tool of LangChain: `tools: [lcTool(t)]`. The content is text for the model, the artifact is the outcome. */
export function lcTool(tool: AgentTool, options: LcToolOptions = {}): DynamicStructuredTool {
  const { interrupt } = options;
  const journal = new Journal();
  return createTool(
    async (given: unknown, config: ToolRunnableConfig): Promise<[string, Outcome]> => {
      const input = parseInput(tool.inputSchema, given);
      const id = config?.toolCall?.id;
      const run = { ...callKey(id), signal: config?.signal };
      const outcome =
        interrupt && id !== undefined
          ? await interrupted(tool, input, run, interrupt, journal.of(id))
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

/**
 * Delegates, and interrupts the graph for every question. A resumed graph runs the tool again from its start, and `interrupt` returns the
 * earlier answers at once: the agent's earlier outcomes are replayed from the journal, and their messages are not sent again.
 */
async function interrupted(
  tool: AgentTool,
  input: ToolInput,
  options: RunOptions,
  interrupt: NonNullable<LcToolOptions["interrupt"]>,
  said: Outcome[],
): Promise<Outcome> {
  let next: { input: ToolInput; options: RunOptions } = { input, options };
  for (let turn = 0; ; turn++) {
    const outcome = said[turn] ?? (await tool.run(next.input, next.options));
    said[turn] = outcome;
    if (outcome.status !== "input-required") return outcome;
    const { question, schema, taskId } = outcome;
    const answer = interrupt({ question, ...(schema !== undefined && { schema }) });
    const { message, data } = toAnswer(answer);
    next = { input: { message, taskId }, options: { signal: options.signal, data } };
  }
}

/** The outcomes of interrupted calls; the latest thousand are kept. */
class Journal {
  readonly #calls = new Map<string, Outcome[]>();

  of(call: string): Outcome[] {
    const said = this.#calls.get(call) ?? [];
    this.#calls.delete(call);
    this.#calls.set(call, said);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > 1_000 && oldest !== undefined) this.#calls.delete(oldest);
    return said;
  }

  close(call: string): void {
    this.#calls.delete(call);
  }
}

import type { JsonObject } from "@a2a/types";
import { createTool, type Tool } from "@mastra/core/tools";
import type { AgentTool, TurnSettings } from "../wrap/agent-tool.ts";
import { callKey } from "../wrap/call-key.ts";
import { modelText, plainOutcome } from "../wrap/model-content.ts";
import type { Outcome } from "../wrap/outcome.ts";
import { type ToolInput, textsSchema } from "../wrap/tool-schema.ts";

/** The payload with which a run is suspended when the agent asks. */
export interface MastraQuestion {
  question: string;
  taskId: string;
  contextId?: string;
}

/** The payload with which a run is resumed. */
export type MastraAnswer = { answer: string };

/**
 * An agent as a tool of Mastra: `tools: { tax: mastraTool(t) }`. A question of the agent suspends the run; resuming it with
 * `{ answer }` continues the task, also in another process. Progress goes to the tool's writer.
 */
export function mastraTool(tool: AgentTool): Tool<ToolInput, unknown, MastraQuestion, MastraAnswer> {
  return createTool({
    id: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    suspendSchema: QUESTION,
    resumeSchema: ANSWER,
    execute: async (input: ToolInput, context): Promise<JsonObject> => {
      const host = context?.agent ?? context?.workflow ?? context;
      const { resumeData, suspendPayload } = host ?? {};
      const options: TurnSettings = {
        signal: context?.abortSignal,
        onProgress: (progress) => void context?.writer?.write(progress),
      };
      const outcome =
        resumeData && suspendPayload
          ? await tool.run(
              { message: resumeData.answer, taskId: suspendPayload.taskId },
              { ...options, trustTaskId: true }, // Mastra kept it with the suspended run
            )
          : await tool.run(input, { ...options, ...callKey(context?.agent?.toolCallId) });
      if (outcome.status === "input-required" && host?.suspend) {
        const { question, taskId, contextId } = outcome;
        await host.suspend({ question, taskId, ...(contextId !== undefined && { contextId }) });
      }
      return plainOutcome(outcome);
    },
    toModelOutput: (output) => ({ type: "text", value: modelText(output as Outcome) }), // what `execute` returned
  });
}

const QUESTION = textsSchema<MastraQuestion>({
  question: { description: "What the agent asks." },
  taskId: { description: "The task that waits for the answer." },
  contextId: { description: "The conversation it belongs to.", optional: true },
});
const ANSWER = textsSchema<MastraAnswer>({ answer: { description: "The answer to the agent's question." } });

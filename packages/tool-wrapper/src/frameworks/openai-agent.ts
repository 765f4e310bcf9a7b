import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Usage,
} from "@openai/agents-core";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { subAgentText } from "../wrap/sub-agent.ts";

/** An agent as a hand-off of the OpenAI Agents SDK: `new Agent({ handoffs: [openaiAgent(t)] })`. Its text streams. */
export function openaiAgent(tool: AgentTool): Agent {
  const { name, description } = tool;
  return new Agent({ name, handoffDescription: description, instructions: "", model: remoteModel(tool) });
}

/** The remote agent in the place of a model: it reads the conversation, and answers it. */
function remoteModel(tool: AgentTool): Model {
  const message = (text: string) => ({
    type: "message" as const,
    role: "assistant" as const,
    status: "completed" as const,
    content: [{ type: "output_text" as const, text }],
  });
  return {
    async getResponse({ input, signal }: ModelRequest): Promise<ModelResponse> {
      let text = "";
      for await (const delta of subAgentText(tool, turnOf(input), { signal })) text += delta;
      return { usage: new Usage(), output: [message(text)] };
    },
    async *getStreamedResponse({ input, signal }: ModelRequest) {
      let text = "";
      yield { type: "response_started" as const };
      for await (const delta of subAgentText(tool, turnOf(input), { signal })) {
        text += delta;
        yield { type: "output_text_delta" as const, delta };
      }
      const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
      yield { type: "response_done" as const, response: { id: crypto.randomUUID(), usage, output: [message(text)] } };
    },
  };
}

function turnOf(input: string | AgentInputItem[]): { text: string; previous?: string | undefined } {
  if (typeof input === "string") return { text: input };
  const said = (role: string) => {
    const item = input.findLast((each) => "role" in each && each.role === role);
    return item === undefined || !("content" in item) ? undefined : textOf(item.content);
  };
  return { text: said("user") ?? "", previous: said("assistant") };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? (content as { text?: unknown }[]) : []; // of the SDK's own kinds
  return parts.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("");
}

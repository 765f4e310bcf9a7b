import type { LanguageModel } from "ai";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { subAgentText } from "../wrap/sub-agent.ts";

type Model = Extract<LanguageModel, { specificationVersion: "v4" }>;
type Prompt = Parameters<Model["doStream"]>[0]["prompt"];

/** An agent in the place of a model of the AI SDK: `streamText({ model: aiModel(t), prompt })`. Its text streams. */
export function aiModel(tool: AgentTool): Model {
  const usage = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
  const finishReason = { unified: "stop" as const, raw: undefined };
  const spoken = (prompt: Prompt, signal: AbortSignal | undefined) => subAgentText(tool, turnOf(prompt), { signal });
  return {
    specificationVersion: "v4",
    provider: "a2a",
    modelId: tool.name,
    supportedUrls: {},
    async doGenerate({ prompt, abortSignal }) {
      let text = "";
      for await (const delta of spoken(prompt, abortSignal)) text += delta;
      return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
    },
    async doStream({ prompt, abortSignal }) {
      async function* parts() {
        yield { type: "stream-start" as const, warnings: [] };
        yield { type: "text-start" as const, id: "text" };
        for await (const delta of spoken(prompt, abortSignal)) yield { type: "text-delta" as const, id: "text", delta };
        yield { type: "text-end" as const, id: "text" };
        yield { type: "finish" as const, finishReason, usage };
      }
      return { stream: ReadableStream.from(parts()) };
    },
  };
}

function turnOf(prompt: Prompt): { text: string; previous?: string | undefined } {
  const said = (role: "user" | "assistant") => {
    const content = prompt.findLast((message) => message.role === role)?.content;
    if (!Array.isArray(content)) return undefined;
    return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  };
  return { text: said("user") ?? "", previous: said("assistant") };
}

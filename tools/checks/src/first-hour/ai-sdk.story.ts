// A model of the AI SDK delegates to an agent, answers its question, and reads the result.
import assert from "node:assert/strict";
import { connect } from "@a2a/client";
import { agentTool, parseOutcome } from "@a2a/tool-wrapper";
import { aiTool } from "@a2a/tool-wrapper/ai";
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { AgentProcess } from "./agent-process.ts";

await using agent = await AgentProcess.start();
await using client = await connect(agent.url);

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
let calls = 0;
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    const part = last?.role === "tool" ? last.content[0] : undefined;
    const output = part?.type === "tool-result" && part.output.type === "text" ? part.output.value : undefined;
    const outcome = output === undefined ? undefined : parseOutcome(output);
    if (outcome !== undefined && outcome.status !== "input-required") {
      const finishReason = { unified: "stop" as const, raw: undefined };
      return { content: [{ type: "text", text: outcome.text }], finishReason, usage, warnings: [] };
    }
    const input = outcome === undefined ? { message: "ask" } : { message: "blue", taskId: outcome.taskId };
    const call = { type: "tool-call" as const, toolCallId: `call-${++calls}`, toolName: "agent" };
    return {
      content: [{ ...call, input: JSON.stringify(input) }],
      finishReason: { unified: "tool-calls" as const, raw: undefined },
      usage,
      warnings: [],
    };
  },
});
const tools = { agent: aiTool(agentTool(client, { name: "agent" })) };
const { text, steps } = await generateText({ model, tools, prompt: "Ask the agent.", stopWhen: isStepCount(5) });
assert.match(text, /^Thank you for blue/);
assert.equal(steps.length, 3);

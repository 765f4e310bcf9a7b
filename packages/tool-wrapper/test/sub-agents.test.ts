import type { KnownVersion } from "@a2a/types";
import { Agent as MastraAgent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { Agent, type Model, type ModelResponse, Runner, setTracingDisabled, Usage } from "@openai/agents-core";
import { streamText } from "ai";
import { describe, expect, it } from "vitest";
import { aiModel } from "../src/ai.ts";
import { agentTool } from "../src/index.ts";
import { mastraAgent } from "../src/mastra.ts";
import { openaiAgent } from "../src/openai.ts";
import { running } from "./support/agents.ts";
import { scriptedModel, toolOutputs } from "./support/model.ts";

setTracingDisabled(true);

/** A model that hands the conversation to another agent. */
const handingOff: Model = {
  async getResponse(): Promise<ModelResponse> {
    const call = { type: "function_call" as const, callId: "c1", name: "transfer_to_tax", arguments: "{}" };
    return { usage: new Usage(), output: [{ ...call, status: "completed" }] };
  },
  async *getStreamedResponse() {
    yield* [];
    throw new Error("nothing here streams");
  },
};

const collected = async (parts: AsyncIterable<string>) => {
  const pieces: string[] = [];
  for await (const part of parts) pieces.push(part);
  return pieces;
};

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("an agent of %s as a sub-agent", (version) => {
  async function remote() {
    const peer = await running(undefined, { versions: [version] });
    const tool = agentTool(peer.client, { name: "tax", progressIntervalMs: 0 });
    return { tool, [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose]() };
  }

  it("takes over by a hand-off of the OpenAI Agents SDK, and asks", async () => {
    await using peer = await remote();
    const coordinator = new Agent({
      name: "coordinator",
      instructions: "",
      model: handingOff,
      handoffs: [openaiAgent(peer.tool)],
    });
    const runner = new Runner();
    const spoken = await runner.run(coordinator, "words:one two three");
    expect([spoken.finalOutput, spoken.lastAgent?.name]).toEqual(["one two three ", "tax"]);
    const asked = await runner.run(coordinator, "ask:Which year?");
    expect(asked.finalOutput).toMatch(/^\[INPUT_REQUIRED:task_id=.+\] Which year\?$/);
    const history = [...asked.history, { role: "user" as const, content: "2026" }];
    expect((await runner.run(openaiAgent(peer.tool), history)).finalOutput).toBe("answer: 2026");
  });

  it("streams in the OpenAI Agents SDK", async () => {
    await using peer = await remote();
    const run = await new Runner().run(openaiAgent(peer.tool), "words:one two three", { stream: true });
    expect((await collected(run.toTextStream())).join("")).toBe("one two three ");
  });

  it("streams in the place of a model of the AI SDK", async () => {
    await using peer = await remote();
    const { textStream } = streamText({ model: aiModel(peer.tool), prompt: "words:one two three" });
    const pieces = await collected(textStream);
    expect(pieces.join("")).toBe("one two three ");
    const failed = streamText({ model: aiModel(peer.tool), prompt: "fail:no data" });
    expect(await failed.text).toBe("[FAILED] no data");
  });

  it("is a sub-agent of Mastra", async () => {
    await using peer = await remote();
    const model = scriptedModel((prompt) => {
      const [output] = toolOutputs(prompt);
      return output ? JSON.stringify(output) : { tool: "agent-tax", input: { prompt: "words:one two three" } };
    });
    const coordinator = new MastraAgent({
      id: "coordinator",
      name: "coordinator",
      instructions: "",
      // Mastra takes any model of the AI SDK, but its type for them is its own, which wraps them.
      model: model as unknown as MastraModelConfig,
      agents: { tax: mastraAgent(peer.tool) },
    });
    expect((await coordinator.generate("go")).text).toContain("one two three");
  });
});

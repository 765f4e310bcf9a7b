import type { KnownVersion } from "@a2a/types";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { InMemoryStore } from "@mastra/core/storage";
import { describe, expect, it } from "vitest";
import { agentTool } from "../src/index.ts";
import { mastraTool } from "../src/mastra.ts";
import { running } from "./support/agents.ts";
import { scriptedModel, toolOutputs } from "./support/model.ts";

/** An agent of Mastra that calls the tool once and then says what it answered. */
function coordinator(tool: ReturnType<typeof mastraTool>, message: string): Agent {
  const model = scriptedModel((prompt) => {
    const [output] = toolOutputs(prompt);
    return output ? JSON.stringify(output) : { tool: "tax", input: { message } };
  });
  const agent = new Agent({
    id: "coordinator",
    name: "coordinator",
    instructions: "",
    // Mastra takes any model of the AI SDK, but its type for them is its own, which wraps them.
    model: model as unknown as MastraModelConfig,
    tools: { tax: tool },
  });
  return new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false }).getAgent("agent");
}

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("Mastra with an agent of %s", (version) => {
  it("delegates, and suspends for a question until it is answered", async () => {
    await using peer = await running(undefined, { versions: [version] });
    const tax = () => mastraTool(agentTool(peer.client, { name: "tax" }));
    expect((await coordinator(tax(), "hello").generate("go")).text).toContain("[COMPLETED] hello");
    expect((await coordinator(tax(), "fail:no data").generate("go")).text).toContain("[FAILED] no data");
    const agent = coordinator(tax(), "ask:Which year?");
    const asked = await agent.generate("go");
    expect(asked.finishReason).toBe("suspended");
    expect(asked.suspendPayload).toMatchObject({ suspendPayload: { question: "Which year?" } });
    const answered = await agent.resumeGenerate({ answer: "2026" }, { runId: asked.runId as string });
    expect(answered.text).toContain("[COMPLETED] answer: 2026");
  });
});

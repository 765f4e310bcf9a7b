import type { KnownVersion } from "@a2a/types";
import {
  Agent,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Runner,
  setTracingDisabled,
  Usage,
} from "@openai/agents-core";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { agentTool } from "../src/index.ts";
import { openaiAgentsTool, openaiTool } from "../src/openai.ts";
import { running } from "./support/agents.ts";

setTracingDisabled(true);

/** A model for the Agents SDK that calls a tool once and then says what it answered. */
function callingOnce(argumentsText: string): Model {
  return {
    async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
      const items = typeof input === "string" ? [] : input;
      const result = items.find((item) => item.type === "function_call_result");
      const usage = new Usage();
      if (result === undefined) {
        const callId = "call_0123456789abcdef";
        const call = { type: "function_call" as const, callId, name: "tax", arguments: argumentsText };
        return { usage, output: [{ ...call, status: "completed" }] };
      }
      const text = JSON.stringify(result.output);
      const content = [{ type: "output_text" as const, text }];
      return { usage, output: [{ type: "message", role: "assistant", status: "completed", content }] };
    },
    async *getStreamedResponse() {
      yield* [];
      throw new Error("nothing here streams");
    },
  };
}

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("the OpenAI Agents SDK with an agent of %s", (version) => {
  it.each([
    ["hello", "[COMPLETED] hello"],
    ["fail:no data", "[FAILED] no data"],
    ["ask:Which year?", "Which year?"],
  ])("delegates %s", async (message, expected) => {
    await using peer = await running(undefined, { versions: [version] });
    const tools = [openaiAgentsTool(agentTool(peer.client, { name: "tax" }))];
    const argumentsText = JSON.stringify({ message, taskId: null, contextId: null });
    const agent = new Agent({ name: "coordinator", instructions: "", tools, model: callingOnce(argumentsText) });
    const { finalOutput } = await new Runner().run(agent, "go");
    expect(finalOutput).toContain(expected);
  });
});

describe("OpenAI", () => {
  it("tells a model what was wrong with its arguments", async () => {
    await using peer = await running();
    const tools = [openaiAgentsTool(agentTool(peer.client, { name: "tax" }))];
    const agent = new Agent({ name: "coordinator", instructions: "", tools, model: callingOnce('{"text":"hi"}') });
    const { finalOutput } = await new Runner().run(agent, "go");
    expect(finalOutput).toContain("[FAILED] message: expected a string");
  });

  it("S3-34 gets a strict function: all members required, optional ones nullable, examples in words", async () => {
    await using peer = await running();
    const tool: OpenAI.Responses.FunctionTool = openaiTool(agentTool(peer.client, { name: "tax" }));
    expect(tool).toMatchObject({
      type: "function",
      name: "tax",
      strict: true,
      parameters: {
        required: ["message", "taskId", "contextId"],
        additionalProperties: false,
        properties: {
          message: { type: "string", description: expect.stringContaining('Examples: "What is due on 100?"') },
          taskId: { type: ["string", "null"] },
        },
      },
    });
    expect(JSON.stringify(tool)).not.toContain('"examples"');
  });
});

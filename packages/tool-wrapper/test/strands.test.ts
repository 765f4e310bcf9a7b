import type { KnownVersion } from "@a2a/types";
import { Agent, type BaseModelConfig, type Message, Model, type ModelStreamEvent } from "@strands-agents/sdk";
import { describe, expect, it } from "vitest";
import { agentTool } from "../src/index.ts";
import { strandsTool } from "../src/strands.ts";
import { running } from "./support/agents.ts";

/** A model of Strands that calls the tool once and then says what it answered. */
class CallingOnce extends Model<BaseModelConfig> {
  readonly #input: object;

  constructor(input: object) {
    super();
    this.#input = input;
  }

  updateConfig(): void {}

  getConfig(): BaseModelConfig {
    return { modelId: "scripted" };
  }

  async *stream(messages: Message[]): AsyncIterable<ModelStreamEvent> {
    const result = JSON.stringify(messages).includes("toolResult") ? JSON.stringify(messages.at(-1)) : undefined;
    yield { type: "modelMessageStartEvent", role: "assistant" };
    if (result === undefined) {
      const start = { type: "toolUseStart" as const, name: "tax", toolUseId: "call_0123456789abcdef" };
      yield { type: "modelContentBlockStartEvent", start };
      const delta = { type: "toolUseInputDelta" as const, input: JSON.stringify(this.#input) };
      yield { type: "modelContentBlockDeltaEvent", delta };
    } else {
      yield { type: "modelContentBlockStartEvent" };
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text: result } };
    }
    yield { type: "modelContentBlockStopEvent" };
    yield { type: "modelMessageStopEvent", stopReason: result === undefined ? "toolUse" : "endTurn" };
  }
}

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("Strands with an agent of %s", (version) => {
  it.each([
    [{ message: "words:one two three" }, "[COMPLETED] one two three"],
    [{ message: "fail:no data" }, "[FAILED] no data"],
    [{ message: "ask:Which year?" }, "Which year?"],
    [{ text: "hi" }, "message: expected a string"],
  ])("delegates %j", async (input, expected) => {
    await using peer = await running(undefined, { versions: [version] });
    const tools = [strandsTool(agentTool(peer.client, { name: "tax", progressIntervalMs: 0 }))];
    const agent = new Agent({ model: new CallingOnce(input), tools, printer: false });
    expect(String(await agent.invoke("go"))).toContain(expected);
  });
});

import type { KnownVersion } from "@a2a/types";
import { BaseLlm, InMemoryRunner, LlmAgent, type LlmRequest, type LlmResponse } from "@google/adk";
import { describe, expect, it } from "vitest";
import { adkAgent, adkTool } from "../src/adk.ts";
import { type AgentTool, agentTool } from "../src/index.ts";
import { running } from "./support/agents.ts";

/** A model of the Agent Development Kit that makes one call and then says what it was answered. */
class CallingOnce extends BaseLlm {
  readonly #call: { name: string; args: Record<string, unknown> };

  constructor(name: string, args: Record<string, unknown>) {
    super({ model: "scripted" });
    this.#call = { name, args };
  }

  async *generateContentAsync({ contents }: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const [answered] = (contents.at(-1)?.parts ?? []).flatMap(({ functionResponse }) => functionResponse ?? []);
    const part = answered
      ? { text: JSON.stringify(answered.response) }
      : { functionCall: { id: crypto.randomUUID(), ...this.#call } };
    yield { content: { role: "model", parts: [part] } };
  }

  connect(): never {
    throw new Error("nothing here is live");
  }
}

/** Runs a conversation with an agent, and returns the texts of each turn: the streamed pieces, and the whole. */
async function conversation(agent: LlmAgent, texts: readonly string[]) {
  const runner = new InMemoryRunner({ agent, appName: "test" });
  const session = await runner.sessionService.createSession({ appName: "test", userId: "ann" });
  const turns: { pieces: string[]; whole: string }[] = [];
  for (const text of texts) {
    const turn = { pieces: [] as string[], whole: "" };
    const newMessage = { role: "user", parts: [{ text }] };
    for await (const event of runner.runAsync({ userId: "ann", sessionId: session.id, newMessage })) {
      const said = (event.content?.parts ?? []).flatMap((part) => part.text ?? []).join("");
      if (event.partial) turn.pieces.push(said);
      else if (said !== "") turn.whole = said;
    }
    turns.push(turn);
  }
  return turns;
}

const coordinator = (model: BaseLlm, tool: AgentTool, as: "tool" | "sub-agent") =>
  new LlmAgent({
    name: "coordinator",
    model,
    ...(as === "tool" ? { tools: [adkTool(tool)] } : { subAgents: [adkAgent(tool)] }),
  });

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])(
  "the Agent Development Kit with an agent of %s",
  (version) => {
    it.each([
      ["words:one two three", "[COMPLETED] one two three"],
      ["fail:no data", "[FAILED] no data"],
      ["ask:Which year?", "Which year?"],
    ])("delegates %s to a tool", async (message, expected) => {
      await using peer = await running(undefined, { versions: [version] });
      const model = new CallingOnce("tax", { message });
      const [turn] = await conversation(coordinator(model, agentTool(peer.client, { name: "tax" }), "tool"), ["go"]);
      expect(turn?.whole).toContain(expected);
    });

    it("transfers to a sub-agent, which streams, asks and continues with the answer", async () => {
      await using peer = await running(undefined, { versions: [version] });
      const tool = agentTool(peer.client, { name: "tax", progressIntervalMs: 0 });
      const model = () => new CallingOnce("transfer_to_agent", { agentName: "tax" });
      const [spoken] = await conversation(coordinator(model(), tool, "sub-agent"), ["words:one two three"]);
      expect([spoken?.pieces.join(""), spoken?.whole]).toEqual(["one two three ", "one two three "]);
      const turns = await conversation(coordinator(model(), tool, "sub-agent"), ["ask:Which year?", "2026"]);
      expect(turns.map(({ whole }) => whole)).toEqual([
        expect.stringMatching(/^\[INPUT_REQUIRED:task_id=.+\] Which year\?$/),
        "answer: 2026",
      ]);
    });
  },
);

import { artifact, type KnownVersion } from "@a2a/types";
import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { anthropicTool } from "../src/anthropic.ts";
import { agentTool } from "../src/index.ts";
import { running } from "./support/agents.ts";

interface Sent {
  tools: object[];
  messages: { role: string; content: string | { type: string; content?: unknown; is_error?: boolean }[] }[];
}

/** Anthropic's client with a model that calls the tool once; gives back the tool's result as it was sent to the model. */
async function toolResult(tool: ReturnType<typeof anthropicTool>, input: object) {
  const sent: Sent[] = [];
  const client = new Anthropic({
    apiKey: "none",
    fetch: async (_url, init) => {
      // The first request has the whole conversation, the next one what is new.
      const called = sent.push(JSON.parse(String(init?.body)) as Sent) > 1;
      const content = called
        ? [{ type: "text", text: "done" }]
        : [{ type: "tool_use", id: `toolu_${crypto.randomUUID()}`, name: "tax", input }];
      return Response.json({
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "model",
        content,
        stop_reason: called ? "end_turn" : "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      });
    },
  });
  const messages = [{ role: "user" as const, content: "go" }];
  await client.beta.messages.toolRunner({
    model: "model",
    max_tokens: 100,
    messages,
    tools: [tool],
    max_iterations: 4,
  });
  const content = sent.at(-1)?.messages.at(-1)?.content;
  return { tools: sent[0]?.tools, result: typeof content === "string" ? undefined : content?.[0] };
}

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("Anthropic's tool runner with an agent of %s", (version) => {
  it("delegates, asks and fails", async () => {
    await using peer = await running(undefined, { versions: [version] });
    const tool = anthropicTool(agentTool(peer.client, { name: "tax" }));
    const done = await toolResult(tool, { message: "hello" });
    expect(done.result).toMatchObject({ type: "tool_result", content: "[COMPLETED] hello" });
    expect(done.tools).toMatchObject([{ name: "tax", input_schema: { type: "object", required: ["message"] } }]);
    const asked = await toolResult(tool, { message: "ask:Which year?" });
    const [, taskId] = /^\[INPUT_REQUIRED:task_id=(.*)\] Which year\?$/.exec(String(asked.result?.content)) ?? [];
    const answered = await toolResult(tool, { message: "2026", taskId });
    expect(answered.result).toMatchObject({ content: "[COMPLETED] answer: 2026" });
    const failed = await toolResult(tool, { message: "fail:no data" });
    expect(failed.result).toMatchObject({ is_error: true, content: expect.stringContaining("[FAILED] no data") });
  });
});

describe("Anthropic's tool runner", () => {
  it("shows images and documents to the model", async () => {
    await using peer = await running(async function* () {
      yield artifact([
        { text: "see" },
        { raw: btoa("png"), mediaType: "image/png", filename: "a.png" },
        { raw: btoa("pdf"), mediaType: "application/pdf", filename: "b.pdf" },
        { raw: btoa("text"), mediaType: "text/plain", filename: "c.txt" },
        { raw: btoa("zip"), mediaType: "application/zip", filename: "d.zip" },
      ]);
    });
    const { result } = await toolResult(anthropicTool(agentTool(peer.client, { name: "tax" })), { message: "show" });
    expect(result?.content).toMatchObject([
      { type: "text", text: expect.stringContaining("File: d.zip (application/zip, 3 bytes)") },
      { type: "image", source: { media_type: "image/png", data: btoa("png") } },
      { type: "document", title: "b.pdf", source: { media_type: "application/pdf", data: btoa("pdf") } },
      { type: "document", title: "c.txt", source: { type: "text", data: "text" } },
    ]);
  });

  it("tells the model what was wrong with its input", async () => {
    await using peer = await running();
    const { result } = await toolResult(anthropicTool(agentTool(peer.client, { name: "tax" })), { text: "hello" });
    expect(result).toMatchObject({ is_error: true, content: expect.stringContaining("message: expected a string") });
  });
});

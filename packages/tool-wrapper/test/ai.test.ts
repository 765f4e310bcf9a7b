import type { KnownVersion } from "@a2a/types";
import { generateText, isStepCount, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { aiTool } from "../src/ai.ts";
import { agentTool, type Outcome, parseOutcome } from "../src/index.ts";
import { running } from "./support/agents.ts";
import { scriptedModel, toolOutputs } from "./support/model.ts";

const fiveSteps = isStepCount(5);

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("the AI SDK with an agent of %s", (version) => {
  const pinned = { versions: [version] };

  it("delegates, and the model reads the outcome", async () => {
    await using peer = await running(undefined, pinned);
    const model = scriptedModel((prompt) => {
      const [output] = toolOutputs(prompt);
      return output ? `The agent says ${JSON.stringify(output)}` : { tool: "tax", input: { message: "hello" } };
    });
    const tools = { tax: aiTool(agentTool(peer.client, { name: "tax" })) };
    const { text, steps } = await generateText({ model, tools, prompt: "go", stopWhen: fiveSteps });
    expect(text).toBe('The agent says {"type":"text","value":"[COMPLETED] hello"}');
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({ status: "completed", text: "hello" });
  });

  it("relays a question to the model and its answer back to the same task", async () => {
    await using peer = await running(undefined, pinned);
    const model = scriptedModel((prompt) => {
      const outputs = toolOutputs(prompt);
      const last = outputs.at(-1);
      const read = last?.type === "text" ? parseOutcome(last.value) : undefined;
      if (read === undefined) return { tool: "tax", input: { message: "ask:Which year?" } };
      if (read.status !== "input-required") return read.text;
      return { tool: "tax", input: { message: "2026", taskId: read.taskId } };
    });
    const tools = { tax: aiTool(agentTool(peer.client, { name: "tax" })) };
    const { text, steps } = await generateText({ model, tools, prompt: "go", stopWhen: fiveSteps });
    expect(text).toBe("answer: 2026");
    expect(steps).toHaveLength(3);
  });

  it("reports a failure to the model as an error", async () => {
    await using peer = await running(undefined, pinned);
    const model = scriptedModel((prompt) => {
      const [output] = toolOutputs(prompt);
      return output ? JSON.stringify(output) : { tool: "tax", input: { message: "fail:no data" } };
    });
    const tools = { tax: aiTool(agentTool(peer.client, { name: "tax" })) };
    const { text } = await generateText({ model, tools, prompt: "go", stopWhen: fiveSteps });
    expect(JSON.parse(text)).toEqual({ type: "error-text", value: "[FAILED] no data" });
  });

  it("cancels the task when the stream is aborted in the middle", async () => {
    await using peer = await running(undefined, pinned);
    const model = scriptedModel(() => ({ tool: "tax", input: { message: "hang:" } }));
    const stop = new AbortController();
    const tools = { tax: aiTool(agentTool(peer.client, { name: "tax" })) };
    const { stream } = streamText({ model, tools, prompt: "go", abortSignal: stop.signal });
    let taskId: string | undefined;
    for await (const part of stream) {
      if (part.type !== "tool-result" || !part.preliminary) continue;
      ({ taskId } = part.output as { taskId?: string });
      if (taskId !== undefined) stop.abort();
    }
    await expect
      .poll(async () => (await peer.client.getTask(taskId as string)).status.state)
      .toBe("TASK_STATE_CANCELED");
  });
});

describe("a tool of the AI SDK", () => {
  it("streams progress as preliminary results, the outcome last", async () => {
    await using peer = await running();
    const model = scriptedModel((prompt) =>
      toolOutputs(prompt).length > 0 ? "done" : { tool: "tax", input: { message: "words:one two three" } },
    );
    const tools = { tax: aiTool(agentTool(peer.client, { name: "tax", progressIntervalMs: 0 })) };
    const { stream } = streamText({ model, tools, prompt: "go", stopWhen: fiveSteps });
    const results: { preliminary: boolean; status: string }[] = [];
    for await (const part of stream) {
      if (part.type !== "tool-result") continue;
      results.push({ preliminary: part.preliminary ?? false, status: (part.output as Outcome).status });
    }
    expect(results.at(-1)).toEqual({ preliminary: false, status: "completed" });
    expect(results.filter(({ preliminary }) => preliminary).map(({ status }) => status)).toContain("progress");
  });

  it("shows inline files, names remote ones, and never puts bytes into text", async () => {
    await using peer = await running();
    const model = scriptedModel((prompt) => {
      const [output] = toolOutputs(prompt);
      return output ? JSON.stringify(output) : { tool: "tax", input: { message: "files:" } };
    });
    const tools = { tax: aiTool(agentTool(peer.client, { name: "tax" })) };
    const { text } = await generateText({ model, tools, prompt: "go", stopWhen: fiveSteps });
    const output = JSON.parse(text) as { type: string; value: { type: string; text?: string }[] };
    expect(output.value).toMatchObject([
      {
        type: "text",
        text: expect.stringContaining("File: big.bin (application/octet-stream) at https://files.example/"),
      },
      { type: "file", mediaType: "text/plain", filename: "hello.txt" },
    ]);
    expect(output.value[0]?.text).toContain('Data: {"rows":3}');
    expect(output.value[0]?.text).not.toContain(btoa("hello"));
  });

  it("runs a repeated call once", async () => {
    let runs = 0;
    await using peer = await running(async function* () {
      yield `run ${++runs}`;
    });
    const tool = aiTool(agentTool(peer.client, { name: "tax" }));
    const model = scriptedModel((prompt) =>
      toolOutputs(prompt).length > 0 ? "done" : { tool: "tax", input: { message: "x" }, id: "call_0123456789abcdef" },
    );
    for (let attempt = 0; attempt < 2; attempt++) {
      await generateText({ model, tools: { tax: tool }, prompt: "go", stopWhen: fiveSteps });
    }
    expect(runs).toBe(1);
  });
});

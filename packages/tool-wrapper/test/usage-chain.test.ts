import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentCardToPrompt } from "@a2a/card";
import { getA2AClient, getA2aClient, loadConfig } from "@a2a/client/config";
import { bearer } from "@a2a/server";
import { McpServer } from "@modelcontextprotocol/server";
import { generateText, isStepCount } from "ai";
import { expect, it } from "vitest";
import { adkTool } from "../src/adk.ts";
import { aiTool } from "../src/ai.ts";
import { anthropicTool } from "../src/anthropic.ts";
import { claudeServer } from "../src/claude.ts";
import { createA2AToolWrapper } from "../src/cortex.ts";
import { agentTool, createA2ATool, parseOutcome } from "../src/index.ts";
import { lcTool } from "../src/langchain.ts";
import { mastraTool } from "../src/mastra.ts";
import { mcpTool } from "../src/mcp.ts";
import { openaiAgentsTool, openaiTool } from "../src/openai.ts";
import { strandsTool } from "../src/strands.ts";
import { running } from "./support/agents.ts";
import { scriptedModel, toolOutputs } from "./support/model.ts";

/** A configuration file for as long as a test runs. */
function configured(text: string): Disposable & { file: string } {
  const folder = mkdtempSync(join(tmpdir(), "a2a-chain-"));
  const file = join(folder, "config.yaml");
  writeFileSync(file, text);
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

it("S3-37 a coordinator on the AI SDK delegates to two configured agents, and relays a question", async () => {
  await using math = await running(
    async function* () {
      yield "75000 × 0.2 = 15000";
    },
    {},
    { card: { name: "Arithmetic", description: "Calculates.", skills: [] } },
  );
  await using tax = await running();
  using config = configured(
    `a2a:\n  clients:\n    arithmetic: { url: "${math.agent.url}" }\n    tax_calculator: { url: "${tax.agent.url}" }\n`,
  );
  const { file } = config;
  const mathClient = getA2AClient("arithmetic", { file });
  const taxClient = getA2AClient("tax_calculator", { file });
  const mathTool = await createA2ATool(mathClient);
  const taxTool = await createA2ATool(taxClient);
  const system = `You coordinate tasks between specialized agents.

Available agents:
${agentCardToPrompt(await mathClient.getAgentCard())}
${agentCardToPrompt(await taxClient.getAgentCard())}

When you see [INPUT_REQUIRED:task_id=...], ask the user and call the tool again with task_id.
`;
  const seen: string[] = [];
  const model = scriptedModel((prompt) => {
    const [first] = prompt;
    if (first?.role === "system") seen.push(first.content);
    const outputs = toolOutputs(prompt).map((output) => (output.type === "text" ? output.value : ""));
    if (outputs.length === 0) return { tool: "tax_office", input: { message: "ask:Single or married?" } };
    const last = parseOutcome(outputs.at(-1) ?? "");
    if (last?.status === "input-required") {
      return { tool: "tax_office", input: { message: "married", taskId: last.taskId } };
    }
    return outputs.length === 2 ? { tool: "arithmetic", input: { message: "75000 * 0.2" } } : outputs.join(" | ");
  });
  const { text, steps } = await generateText({
    model,
    instructions: system,
    tools: { [mathTool.name]: aiTool(mathTool), [taxTool.name]: aiTool(taxTool) },
    prompt: "Calculate taxes for $75000 income",
    stopWhen: isStepCount(6),
  });
  expect(text).toMatch(
    /^\[INPUT_REQUIRED:task_id=[\w-]+\] Single or married\? \| \[COMPLETED\] answer: married \| \[COMPLETED\] 75000 × 0.2 = 15000$/,
  );
  expect(steps).toHaveLength(4);
  expect(seen[0]).toContain("## Tax Office\nKnows taxes.\n\nSkills:\n- Rates: Tells rates.\n- Forms: Finds forms.");
});

it("S3-32 S3-33 S3-34 the tool carries a name, a description and a schema with examples, and every adapter accepts it", async () => {
  await using peer = await running(undefined, {}, { card: { name: "Tax & Co. (EU)", description: "Knows taxes." } });
  using config = configured(`a2a:\n  clients:\n    tax: { url: "${peer.agent.url}" }\n`);
  await using office = await running();
  const unnamed = await createA2ATool(getA2AClient("tax", { file: config.file }));
  expect(unnamed.name).toBe("tax___co___eu_");
  const tool = createA2ATool(office.client, "tax");
  expect(tool.description).toContain("Knows taxes.");
  expect(tool.description).toContain("Tells rates.");
  expect(tool.inputSchema.jsonSchema).toMatchObject({
    properties: { message: { type: "string", examples: ["What is due on 100?"] }, taskId: { type: "string" } },
    required: ["message"],
  });
  for (const each of [tool, unnamed]) {
    expect(aiTool(each).description).toBe(each.description);
    expect(openaiTool(each).name).toBe(each.name);
    expect(openaiAgentsTool(each).name).toBe(each.name);
    expect(lcTool(each).name).toBe(each.name);
    expect(mastraTool(each).id).toBe(each.name);
    expect(anthropicTool(each).name).toBe(each.name);
    expect(adkTool(each).name).toBe(each.name);
    expect(strandsTool(each).name).toBe(each.name);
    expect(claudeServer([each]).type).toBe("sdk");
    const server = new McpServer({ name: "agents", version: "1.0.0" });
    expect(mcpTool(server, each).description).toBe(each.description);
    expect(await each.run({ message: "hello" })).toMatchObject({ status: "completed", text: "hello" });
    expect(await lcTool(each).invoke({ message: "hello" })).toBe("[COMPLETED] hello");
  }
});

it("S4-28 agentTool accepts a configured client, and createA2AToolWrapper a configured agent with its token", async () => {
  await using peer = await running(
    undefined,
    { headers: { Authorization: "Bearer sk-1" } },
    { auth: [bearer({ tokens: { "sk-1": "ann" } })] },
  );
  using config = configured(
    `a2a:\n  remoteAgents:\n    partner-bot: { endpoint: "${peer.agent.url}", authToken: sk-1, timeout: 60000 }\n`,
  );
  const { file } = config;
  const tool = await agentTool(getA2AClient("partner-bot", { file }), { name: "partner" });
  expect(await tool.run({ message: "hello" })).toMatchObject({ status: "completed", text: "hello" });
  const agent = loadConfig({ file }).agents["partner-bot"];
  if (agent === undefined) throw new Error("the configuration has this agent");
  const wrapped = createA2AToolWrapper(agent);
  expect(wrapped.definition.name).toBe("a2a_partner_bot");
  expect(await wrapped.execute({ message: "hello" })).toMatchObject({ success: true, output: "hello" });
  expect(getA2aClient).toBe(getA2AClient);
});

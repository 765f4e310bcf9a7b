import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { type KnownVersion, silentLogger, skillCallOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { type AgentTool, agentTool, type ToolInput } from "../src/index.ts";

const inputSchema = {
  type: "object",
  properties: { amount: { type: "number", minimum: 0 }, currency: { enum: ["EUR", "USD"] } },
  required: ["amount", "currency"],
};

/** A tool for the one skill of an agent, which takes structured input. */
async function converter(version: KnownVersion) {
  const agent = await serve({
    card: { name: "Converter", skills: [{ id: "convert", name: "Convert", inputSchema }] },
    store: "memory",
    logger: silentLogger,
    executor: async function* ({ message }) {
      const call = skillCallOf(message);
      yield { data: { skill: call?.skillId ?? null, input: call?.input ?? null } };
    },
  });
  const client = await connect(agent.url, { versions: [version] });
  const tool = agentTool(client, { name: "convert", skill: "convert" });
  return { tool, [Symbol.asyncDispose]: () => agent.close({ drainMs: 0 }) };
}

const validate = (tool: AgentTool, value: unknown) => tool.inputSchema["~standard"].validate(value);

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("a tool for a skill with a schema, over %s", (version) => {
  it("takes the skill's own input, and passes it to the skill by its id", async () => {
    await using agent = await converter(version);
    const { tool } = agent;
    expect(tool.inputSchema.jsonSchema).toMatchObject({ properties: { input: inputSchema, taskId: {} }, required: [] });
    const given = validate(tool, { input: { amount: 5, currency: "EUR" } });
    expect(given).toEqual({ value: { message: "", input: { amount: 5, currency: "EUR" } } });
    const outcome = await tool.run((given as { value: ToolInput }).value);
    expect(outcome).toMatchObject({
      status: "completed",
      data: { skill: "convert", input: { amount: 5, currency: "EUR" } },
    });
  });

  it("reports input that the agent refuses, with the path", async () => {
    await using agent = await converter(version);
    const outcome = await agent.tool.run({ message: "", input: { amount: -5, currency: "EUR" } });
    expect(outcome).toMatchObject({ status: "failed", error: { code: "INVALID_PARAMS" } });
    expect(JSON.stringify(outcome)).toContain("data.amount");
  });
});

it("a tool for a skill with a schema wants the input, or an answer with its task", async () => {
  await using agent = await converter("1.0");
  expect(validate(agent.tool, {})).toEqual({ issues: [{ message: "expected the input", path: ["input"] }] });
  expect(validate(agent.tool, { message: "2026", taskId: "t-1" })).toEqual({
    value: { message: "2026", taskId: "t-1" },
  });
  expect(validate(agent.tool, { input: {}, more: 1 })).toEqual({
    issues: [{ message: "is not a known member", path: ["more"] }],
  });
});

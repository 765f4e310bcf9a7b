import { expect, it } from "vitest";
import { agentToolName, agentToolSchema, slugify } from "./agent-tool.ts";

it.each([
  ["Tide Clerk", "tide_clerk"],
  ["tax-calculator", "tax_calculator"],
  ["A  b--C", "a__b__c"],
  ["Über Agent", "über_agent"],
])("slugifies %j to %j (S3-29)", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

it.each([
  ["Tide Clerk", "Tide_Clerk"],
  ["tide.clerk/2", "tide_clerk_2"],
  ["Über", "_ber"],
  ["plain_9", "plain_9"],
])("names the tool of the agent %j %j (S3-33)", (name, tool) => {
  expect(agentToolName({ name })).toBe(tool);
});

it("puts the examples of skills into the schema of the tool (S3-34)", () => {
  const skills = [
    { name: "Tides", examples: ["When is low water in Kiel?", "\u202e"] },
    { name: "Currents" },
    { name: "Winds", examples: ["How\nstrong is the wind?"] },
  ];
  expect(agentToolSchema({ name: "Tide Clerk", skills })).toMatchObject({
    type: "object",
    properties: {
      prompt: { type: "string", examples: ["When is low water in Kiel?", "How strong is the wind?"] },
      task_id: { type: "string" },
    },
    required: ["prompt"],
    additionalProperties: false,
  });
});

it("keeps the schema small, and leaves examples out where there are none", () => {
  const skills = [
    { name: "Tides", examples: Array.from({ length: 100 }, (_, index) => `${index} ${"x".repeat(999)}`) },
  ];
  expect(JSON.stringify(agentToolSchema({ name: "Tide Clerk", skills })).length).toBeLessThan(2_000);
  expect(agentToolSchema({ name: "Tide Clerk" })).not.toHaveProperty("properties.prompt.examples");
});

import { isLocalError } from "@a2a/types";
import { AgentSkillSchema } from "@a2a/types/schemas";
import { expect, it } from "vitest";
import { type ToolLike, type ToolSource, toolsToSkills, toolToSkill } from "./tool-to-skill.ts";

function findTides(port: string): string {
  return `06:12 in ${port}`;
}

it.each<[string, ToolLike, string | undefined, object]>([
  [
    "a function",
    findTides,
    undefined,
    { id: "findTides", name: "Find Tides", description: "Find Tides", tags: ["find", "tides"] },
  ],
  [
    "a function that says what it does",
    Object.assign((port: string) => findTides(port), { description: "Finds the tides", tags: ["sea"] }),
    "tides",
    { id: "tides", name: "Tides", description: "Finds the tides", tags: ["sea"] },
  ],
  [
    "a plain object",
    {
      name: "low_water",
      description: "Tells low water",
      capabilities: ["network:fetch"],
      examples: ["Low water in Kiel?"],
    },
    undefined,
    {
      id: "low_water",
      name: "Low Water",
      description: "Tells low water",
      tags: ["network:fetch"],
      examples: ["Low water in Kiel?"],
    },
  ],
  [
    "a tool that keeps a definition",
    { definition: { name: "low_water", description: "Tells low water", capabilities: ["sea"] } },
    undefined,
    { id: "low_water", name: "Low Water", description: "Tells low water", tags: ["sea"] },
  ],
  [
    "an AI SDK tool, which is named from outside",
    { description: "Tells low water", inputSchema: { type: "object" }, execute: async () => "06:12" } as ToolLike,
    "lowWater",
    { id: "lowWater", name: "Low Water", description: "Tells low water", tags: ["low", "water"] },
  ],
  [
    "an MCP tool",
    {
      name: "low-water",
      description: "Tells low water",
      inputSchema: { type: "object" },
      annotations: { title: "Low water, please", readOnlyHint: true },
    } as ToolLike,
    undefined,
    { id: "low-water", name: "Low water, please", description: "Tells low water", tags: ["low", "water"] },
  ],
  [
    "a JSON Schema tool",
    { type: "function", name: "low_water", description: "Tells low water", parameters: { type: "object" } } as ToolLike,
    undefined,
    { id: "low_water", name: "Low Water", description: "Tells low water", tags: ["low", "water"] },
  ],
  [
    "a JSON Schema tool in its older form",
    { type: "function", function: { name: "low_water", description: "Tells low water" } },
    undefined,
    { id: "low_water", name: "Low Water", description: "Tells low water", tags: ["low", "water"] },
  ],
  [
    "a tool that calls its name an id",
    { id: "low_water", description: "Tells low water" },
    undefined,
    { id: "low_water", name: "Low Water", description: "Tells low water", tags: ["low", "water"] },
  ],
])("derives a skill from %s (S3-31)", (_, tool, name, skill) => {
  const made = toolToSkill(tool, name);
  expect(made).toEqual(skill);
  expect(AgentSkillSchema.safeParse(made).success).toBe(true);
});

it("knows examples for common tools, unless the tool has its own (S4-25)", () => {
  for (const name of ["file_read", "shell", "web_search"]) {
    expect(toolToSkill({ name }).examples?.length, name).toBeGreaterThan(0);
  }
  expect(toolToSkill({ name: "shell", examples: ["Run make"] }).examples).toEqual(["Run make"]);
  expect(toolToSkill({ name: "berth_planner" })).not.toHaveProperty("examples");
});

it("refuses a tool without a name, and says how to name it", () => {
  let said: unknown;
  try {
    toolToSkill({ description: "Tells low water" });
  } catch (error) {
    said = error;
  }
  expect(isLocalError(said, "CONFIG") && said.message).toContain("pass it as the second argument");
});

it.each<[string, ToolSource]>([
  ["a list", [{ name: "a" }, { name: "b" }]],
  ["a set", new Set([{ name: "a" }, { name: "b" }])],
  [
    "a map",
    new Map<string, ToolLike>([
      ["a", {}],
      ["b", findTides],
    ]),
  ],
  ["a record", { a: { description: "x" }, b: findTides }],
])("accepts tools from %s", (_, tools) => {
  expect(toolsToSkills(tools).map(({ id }) => id)).toEqual(["a", "b"]);
});

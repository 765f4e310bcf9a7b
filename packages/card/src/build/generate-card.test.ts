import { cortex } from "@a2a/bridge/dialects";
import type { JsonObject } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { expect, it } from "vitest";
import { generateAgentCard } from "./generate-card.ts";

const registry = [
  { name: "file_read", description: "Reads a file", capabilities: ["fs:read"] },
  { name: "berth_planner", description: "Plans berths", capabilities: ["harbour", "planning"] },
];

it("derives a skill from each tool: id, title, description, tags and examples (S4-25)", () => {
  const [first, second] = generateAgentCard(registry).skills;
  expect(first).toMatchObject({ id: "file_read", name: "File Read", description: "Reads a file", tags: ["fs:read"] });
  expect(first?.examples?.length).toBeGreaterThan(0);
  expect(second).toEqual({
    id: "berth_planner",
    name: "Berth Planner",
    description: "Plans berths",
    tags: ["harbour", "planning"],
  });
});

it("falls back to five skills when no tool is registered (S4-26)", () => {
  const ids = ["code-generation", "debugging", "code-review", "architecture", "search"];
  for (const { skills } of [generateAgentCard(), generateAgentCard([])])
    expect(skills.map(({ id }) => id)).toEqual(ids);
});

it("offers streaming and a single JSON-RPC interface at /a2a (S4-27)", () => {
  const card = generateAgentCard(registry, { name: "Prism", url: "https://prism.example/" });
  expect(AgentCardSchema.safeParse(card).success).toBe(true);
  expect(card.capabilities).toEqual({ streaming: true });
  expect(card.supportedInterfaces).toEqual([
    { url: "https://prism.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ]);
});

it("S4-27 writes the card in a dialect only when one is passed", () => {
  const card = generateAgentCard(registry, { dialect: cortex });
  expect(card.capabilities).toEqual({ streaming: true, stateTransitionHistory: true });
  expect(card.supportedInterfaces).toEqual([{ url: "/a2a", protocolBinding: "json-rpc", protocolVersion: "1.0" }]);
  expect(generateAgentCard(registry).capabilities).not.toHaveProperty("stateTransitionHistory");
  const own = { name: "own", card: (wire: JsonObject) => ({ ...wire, motto: "ahoy" }) };
  expect(generateAgentCard(registry, { dialect: own })).toEqual({ ...generateAgentCard(registry), motto: "ahoy" });
});

it("lists further interfaces when they are given", () => {
  const card = generateAgentCard(registry, {
    url: "https://prism.example",
    mount: "/rpc",
    versions: ["1.0", "0.3"],
    bindings: ["JSONRPC", "HTTP+JSON"],
  });
  expect(card.supportedInterfaces).toHaveLength(4);
  expect(new Set(card.supportedInterfaces.map(({ url }) => url))).toEqual(new Set(["https://prism.example/rpc"]));
});

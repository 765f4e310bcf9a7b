import type { AgentSkill } from "@a2a/types/cortex";
import { expect, it } from "vitest";
import { fieldCards, fullCard } from "../../test/seed-cards.ts";
import { AgentCardBuilder } from "./agent-card-builder.ts";

const skill: AgentSkill = {
  id: "ticket_resolution",
  name: "Ticket Resolution",
  description: "Resolves tickets",
  tags: ["support"],
  examples: ["Resolve ticket 77"],
};

it("builds a card from name, description, address, version and skills (S1-17)", () => {
  const card = AgentCardBuilder.buildCard({
    name: "Support Agent",
    description: "Helps customers",
    url: "https://support.example",
    version: "1.0",
    skills: [skill],
  });
  expect(card).toMatchObject({
    name: "Support Agent",
    description: "Helps customers",
    version: "1.0",
    skills: [skill],
  });
  expect(card.supportedInterfaces[0]?.url).toBe("https://support.example");
});

it("derives skills from tools (S1-18)", () => {
  const tools = [{ name: "order_lookup", description: "Finds an order", parameters: { type: "object" } }];
  const card = AgentCardBuilder.buildCard({ name: "Support Agent", url: "https://support.example", tools });
  expect(card.skills).toEqual([
    { id: "order_lookup", name: "Order Lookup", description: "Finds an order", tags: ["order", "lookup"] },
  ]);
});

it("parses what it has built (S1-19)", () => {
  const card = AgentCardBuilder.buildCard({ name: "Support Agent", url: "https://support.example", skills: [skill] });
  expect(AgentCardBuilder.parseCard(card)).toEqual({
    name: "Support Agent",
    description: "Support Agent",
    url: "https://support.example",
    version: "1.0.0",
    skills: [skill],
    capabilities: { inputModes: ["text/plain"], outputModes: ["text/plain"] },
  });
});

it("parses the card of a corteX agent into an AgentCardInfo with typed skills (S1-06, S1-07, S1-08)", () => {
  const { card } = fieldCards["S1 corteX"];
  const { capabilities: _, ...rest } = card;
  expect(AgentCardBuilder.parseCard(JSON.stringify(card))).toEqual({
    ...rest,
    capabilities: { inputModes: ["text"], outputModes: ["text"] },
  });
});

it("completes a partial card with defaults (S1-08, S2-40)", () => {
  expect(AgentCardBuilder.parseCard({ name: "Scout", description: "Scouts", url: "https://scout.example" })).toEqual({
    name: "Scout",
    description: "Scouts",
    url: "https://scout.example",
    version: "1.0",
    skills: [],
    capabilities: { inputModes: ["text"], outputModes: ["text"] },
  });
});

it.each(Object.entries({ ...fieldCards, "a full 1.0 card": { card: fullCard } }))(
  "parses the card of %s",
  (_, { card }) => {
    const info = AgentCardBuilder.parseCard(card);
    expect(info.name).toBe(card.name);
    expect(info.skills.map(({ id }) => id)).toEqual(card.skills.map(({ id }) => id));
  },
);

it("explains why a card cannot be read", () => {
  expect(() => AgentCardBuilder.parseCard("<html>")).toThrow("the card is not JSON: <html>");
  expect(() => AgentCardBuilder.parseCard({ description: "nameless" })).toThrow("name");
  expect(() => AgentCardBuilder.parseCard("[]")).toThrow();
});

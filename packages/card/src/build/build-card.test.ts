import { isLocalError } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { expect, it } from "vitest";
import { lintCard } from "../lint/lint-card.ts";
import { buildCard, type CardAuthor, interfacesAt, type ServedAt } from "./build-card.ts";

const url = "https://tide.example/a2a";

function refusal(author: Partial<CardAuthor>, served?: ServedAt): string | undefined {
  try {
    buildCard({ name: "Tide Clerk", url, ...author }, served);
    return undefined;
  } catch (error) {
    if (!isLocalError(error, "CONFIG")) throw error;
    return error.message;
  }
}

it("builds a complete card from a name and a URL (R-177)", () => {
  const card = buildCard({ name: "Tide Clerk", url });
  expect(AgentCardSchema.safeParse(card).success).toBe(true);
  expect(card).toMatchObject({
    name: "Tide Clerk",
    description: "Tide Clerk",
    version: "1.0.0",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "tide-clerk", name: "Tide Clerk", description: "Tide Clerk", tags: ["tide", "clerk"] }],
  });
});

it("builds cards without linter findings", () => {
  const skills = [{ id: "low_water", name: "Low Water", examples: ["When is low water in Kiel?"] }];
  const card = buildCard({ name: "Tide Clerk", description: "Answers tide questions", url, skills });
  expect(lintCard(card, { url: "https://tide.example/.well-known/agent-card.json" })).toEqual([]);
});

it("lists every protocol version and binding that is served, the newest first, each with its address (R-164, R-178, R-179)", () => {
  expect(interfacesAt({ url }).map((entry) => [entry.protocolVersion, entry.protocolBinding])).toEqual([
    ["1.0", "JSONRPC"],
    ["1.0", "HTTP+JSON"],
    ["0.3", "JSONRPC"],
    ["0.3", "HTTP+JSON"],
    ["0.2", "JSONRPC"],
    ["0.1", "JSONRPC"],
  ]);
  expect(interfacesAt({ url, versions: ["0.3"], bindings: ["HTTP+JSON"], tenant: "north" })).toEqual([
    { url, protocolBinding: "HTTP+JSON", tenant: "north", protocolVersion: "0.3" },
  ]);
});

it("keeps the author's values", () => {
  const author: CardAuthor = {
    name: "Tide Clerk",
    description: "Answers tide questions",
    version: "3.1.0",
    url,
    skills: [
      { id: "tides", name: "Tides", description: "High and low water", tags: ["sea"], examples: ["Low water?"] },
    ],
    capabilities: { streaming: false, pushNotifications: true },
    defaultInputModes: ["text/plain", "application/json"],
    provider: { organization: "Harbour Office", url: "https://harbour.example" },
    documentationUrl: "https://tide.example/help",
    iconUrl: "https://tide.example/icon.svg",
    securitySchemes: { b: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    securityRequirements: [{ schemes: { b: {} } }],
  };
  const { url: _, ...said } = author;
  expect(buildCard(author)).toMatchObject(said);
});

it("adds the skills of tools to those of the author (S1-18)", () => {
  const skills = [{ id: "tides", name: "Tides" }];
  const tools = [{ name: "web_search", description: "Looks things up" }];
  expect(buildCard({ name: "Tide Clerk", url, skills, tools }).skills.map(({ id }) => id)).toEqual([
    "tides",
    "web_search",
  ]);
});

it("does not keep references to its arguments", () => {
  const tags = ["sea"];
  const card = buildCard({ name: "Tide Clerk", url, skills: [{ id: "tides", name: "Tides", tags }] });
  tags.push("later");
  expect(card.skills[0]?.tags).toEqual(["sea"]);
});

it("declares the server's capabilities, and refuses ones that the server lacks", () => {
  const capabilities = { streaming: true, pushNotifications: true, extendedAgentCard: false };
  expect(buildCard({ name: "Tide Clerk" }, { url, capabilities }).capabilities).toEqual(capabilities);
  expect(
    buildCard({ name: "Tide Clerk", capabilities: { pushNotifications: false } }, { url, capabilities }),
  ).toMatchObject({
    capabilities: { streaming: true, pushNotifications: false },
  });
  expect(refusal({ capabilities: { extendedAgentCard: true } }, { url, capabilities })).toBe(
    "invalid card: capabilities: it promises extendedAgentCard, which this server does not offer",
  );
});

it.each<[string, Partial<CardAuthor>, string]>([
  ["no name", { name: "" }, "name: expected a non-empty string"],
  ["no address", { url: "" }, 'url: "" must be an absolute URL such as https://agent.example/a2a'],
  ["an address of another scheme", { url: "ftp://tide.example" }, 'url: "ftp://tide.example" must be an absolute URL'],
  [
    "a skill id used twice",
    {
      skills: [
        { id: "a", name: "A" },
        { id: "a", name: "B" },
      ],
    },
    'the id "a" is used twice',
  ],
  ["a skill without a name", { skills: [{ id: "a", name: "" }] }, "skills.0.name: expected a non-empty string"],
  [
    "a scheme nobody declared",
    { securityRequirements: [{ schemes: { b: {} } }] },
    'there is no scheme "b" in securitySchemes',
  ],
  [
    "a scheme nobody declared, in a skill",
    { skills: [{ id: "a", name: "A", securityRequirements: [{ schemes: { toString: {} } }] }] },
    'there is no scheme "toString" in securitySchemes',
  ],
])("refuses %s", (_, author, said) => {
  expect(refusal(author)).toContain(said);
});

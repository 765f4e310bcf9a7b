import { isA2AError, type JsonObject, type JsonValue, protocolVersions } from "@a2a/types";
import { agentCard } from "@a2a/types/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fieldCards } from "../../test/seed-cards.ts";
import { buildCard } from "../build/build-card.ts";
import { skillSchemas } from "../skills/skill-schemas.ts";
import { decodeCard, encodeCard } from "./decode-card.ts";

it.each(Object.entries(fieldCards))(
  "knows the protocol version of the card of %s by its shape (R-240)",
  (_, { version, card }) => {
    expect(decodeCard(card).version).toBe(version);
  },
);

it("reads cards of dialects (R-241)", () => {
  expect(decodeCard(fieldCards["S1 corteX"].card).card).toMatchObject({
    version: "1.0",
    supportedInterfaces: [{ url: "https://harbour.example:8080", protocolBinding: "JSONRPC", protocolVersion: "0.1" }],
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
  });
  expect(decodeCard(fieldCards["S2 gmf_forge"].card).card).toMatchObject({
    capabilities: { streaming: false, pushNotifications: false },
    skills: [{ id: "find", tags: [] }],
  });
});

it("encodes a card in every protocol version so that decoding restores it, except for signatures (R-239)", () => {
  fc.assert(
    fc.property(agentCard, fc.constantFrom(...protocolVersions), (card, version) => {
      const { signatures: _, ...unsigned } = card;
      const wire = JSON.parse(JSON.stringify(encodeCard(unsigned, version))) as JsonValue;
      expect(decodeCard(wire, { expected: version }).card).toEqual(JSON.parse(JSON.stringify(unsigned)));
    }),
    { numRuns: 100 },
  );
});

it("names the invalid member", () => {
  let said: unknown;
  try {
    decodeCard({ name: "Tide Clerk", supportedInterfaces: [{ url: 7 }] });
  } catch (error) {
    said = error;
  }
  expect(isA2AError(said, "INVALID_PARAMS") && said.violations.map(({ field }) => field)).toContain(
    "supportedInterfaces.0.url",
  );
});

it("adopts the schemas that a card states as members of its skills", () => {
  const input = { type: "object", properties: { city: { type: "string" } } };
  const skill = { id: "tides", name: "Tides", description: "Tells tides.", tags: ["sea"] };
  const card = encodeCard(buildCard({ name: "Tide", url: "https://tide.example/a2a" }), "1.0") as JsonObject;
  const { card: read } = decodeCard({ ...card, skills: [{ ...skill, inputSchema: input, output_schema: input }] });
  expect(skillSchemas(read, "tides")).toEqual({ input, output: input });
  expect(skillSchemas(read, "other")).toBeUndefined();
  expect(decodeCard({ ...card, skills: [skill] }).card.capabilities.extensions).toBeUndefined();
});

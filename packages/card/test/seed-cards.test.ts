import { COMPAT } from "@a2a/bridge";
import { type AgentCard, type JsonObject, protocolVersions } from "@a2a/types";
import * as cortex from "@a2a/types/cortex";
import * as gmfForge from "@a2a/types/gmf-forge";
import { AgentCardSchema } from "@a2a/types/schemas";
import * as v0_1 from "@a2a/types/v0_1";
import * as v0_2 from "@a2a/types/v0_2";
import * as v0_3 from "@a2a/types/v0_3";
import { describe, expect, it } from "vitest";
import { cardHandler } from "../src/handler.ts";
import { AgentCardBuilder, agentCardToPrompt, decodeCard, interfacesAt } from "../src/index.ts";
import { lintCard } from "../src/lint.ts";
import { fieldCards } from "./seed-cards.ts";

const schemas = {
  "1.0": AgentCardSchema,
  "0.3": v0_3.AgentCardSchema,
  "0.2": v0_2.AgentCardSchema,
  "0.1": v0_1.AgentCardSchema,
};
const paths = ["/.well-known/agent-card.json", "/.well-known/agent.json", "/api/a2a/agent-card.json"];

/** A card without what it keeps of the protocol version it came in: of that, what no longer fits is dropped on the way. */
function withoutCompat({ capabilities: { extensions = [], ...capabilities }, ...card }: AgentCard): AgentCard {
  return { ...card, capabilities: { ...capabilities, extensions: extensions.filter(({ uri }) => uri !== COMPAT) } };
}

describe.each(Object.entries(fieldCards))("the card of %s", (_, { card: wire, version }) => {
  const read = decodeCard(wire);
  // As a gateway would: the same agent, at an address of its own, in every protocol version.
  const card = { ...read.card, supportedInterfaces: interfacesAt({ url: "https://gateway.example/a2a" }) };
  const handler = cardHandler(card);

  function served(path: string, asked?: string): JsonObject {
    const headers = asked === undefined ? {} : { "a2a-version": asked };
    const answer = handler({ method: "GET", path, query: "", headers, body: "" });
    expect(answer?.status).toBe(200);
    return JSON.parse(answer?.body as string) as JsonObject; // cards are answered in one piece
  }

  it("parses, and can be linted and explained", () => {
    expect(read.version).toBe(version);
    expect(AgentCardSchema.safeParse(read.card).success).toBe(true);
    expect(AgentCardBuilder.parseCard(wire).name).toBe(wire.name);
    expect(lintCard(JSON.stringify(wire)).map(({ rule }) => rule)).not.toContain("document/json");
    expect(agentCardToPrompt(read.card).split("\n")[0]).toBe(`## ${wire.name}`);
  });

  it.each(paths.flatMap((path) => [undefined, ...protocolVersions].map((asked) => [path, asked] as const)))(
    "is served at %s in %s",
    (path, asked) => {
      const body = served(path, asked);
      const form = asked ?? (path.endsWith("agent.json") ? "0.2" : "1.0");
      expect(schemas[form].safeParse(body).error?.issues).toBeUndefined();
      const back = decodeCard(body, { expected: form });
      expect([back.version, withoutCompat(back.card)]).toEqual([form, withoutCompat(card)]);
    },
  );

  it("is readable by older clients at agent.json (S1-06, S1-07, S2-40, S4-04)", () => {
    const body = served("/.well-known/agent.json");
    expect(cortex.AgentCardSchema.parse(body).skills.map(({ id }) => id)).toEqual(wire.skills.map(({ id }) => id));
    expect(gmfForge.AgentCardSchema.parse(body)).toMatchObject({ name: wire.name, url: "https://gateway.example/a2a" });
    expect(served("/.well-known/agent-card.json")).toMatchObject({
      name: wire.name,
      skills: wire.skills.map(({ id, name }) => ({ id, name })),
      supportedInterfaces: card.supportedInterfaces,
    });
  });
});

import type { AgentCard, JsonObject, JsonValue } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { describe, expect, it } from "vitest";
import { COMPAT } from "../stash/compat.ts";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_2 } from "../versions/v0_2.ts";
import { v0_3 } from "../versions/v0_3.ts";

const model: AgentCard = {
  name: "Harbour",
  description: "Knows the tides",
  supportedInterfaces: [
    { url: "https://harbour.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "north" },
    { url: "https://harbour.example/v3", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
  ],
  version: "2.1.0",
  capabilities: { streaming: true },
  securitySchemes: {
    device: {
      oauth2SecurityScheme: {
        flows: {
          deviceCode: { deviceAuthorizationUrl: "https://id.example/d", tokenUrl: "https://id.example/t", scopes: {} },
        },
      },
    },
  },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "tides", name: "Tides", description: "High and low water", tags: ["sea"] }],
};

const signed: AgentCard = { ...model, signatures: [{ protected: "e30", signature: "c2ln" }] };

const olderCodecs = [v0_3, v0_2, v0_1];

describe.each(olderCodecs)("R-239 a card in $version", ({ card, version }) => {
  const wire = card.encode(model) as JsonObject;

  it("round-trips without its signatures", () => {
    expect(card.decode(card.encode(signed))).toStrictEqual(model);
    expect(card.encode(signed)).not.toHaveProperty("signatures");
  });

  it("keeps later edits instead of stashed values", () => {
    const edited = card.decode({
      ...wire,
      url: "https://moved.example",
      preferredTransport: "HTTP+JSON",
      additionalInterfaces: [],
    });
    expect(edited.supportedInterfaces[0]?.url).toBe("https://moved.example");
    expect(AgentCardSchema.safeParse(edited).success).toBe(true);
  });

  it("has a transport even where its name is empty", () => {
    const read = card.decode({ ...wire, url: "https://moved.example", preferredTransport: "" });
    expect(read.supportedInterfaces[0]?.protocolBinding).toBe("JSONRPC");
  });

  it("ignores stashed values that would make it invalid", () => {
    const forged = JSON.stringify(wire).replaceAll('"to":', '"to":[5],"was":');
    const read = card.decode(JSON.parse(forged) as JsonValue);
    expect(AgentCardSchema.safeParse(read).success).toBe(true);
    expect(read.name).toBe("Harbour");
  });

  it("keeps a stashed `__proto__` as a plain name", () => {
    const kept = JSON.parse(
      '{"1.0":{"__proto__":{"to":{"polluted":1}},"constructor":{"to":1},"toString":{"to":1}}}',
    ) as JsonObject;
    const extensions = [{ uri: COMPAT, required: false, params: kept }];
    const card03 = { ...wire, "x-a2a-compat": kept, capabilities: version === "0.1" ? {} : { extensions } };
    const read = card.decode(card03);
    expect(AgentCardSchema.safeParse(read).success).toBe(true);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(read).not.toHaveProperty("polluted");
  });

  it.each([null, 5, "card", [], {}])("rejects %j", (value) => {
    expect(() => card.decode(value as JsonValue)).toThrow(/^Invalid parameters: /);
  });

  it("R-242 is read literally when strict", () => {
    expect(card.decode(wire, { strict: true })).toStrictEqual(model);
    const { version: _, ...incomplete } = wire;
    expect(card.decode(incomplete).version).toBe("");
    expect(() => card.decode(incomplete, { strict: true })).toThrow("version");
  });
});

describe("the stash of an older card in the model", () => {
  const older: JsonObject = {
    protocolVersion: "0.3.0",
    name: "Old",
    description: "",
    url: "https://old.example",
    version: "1",
    capabilities: { stateTransitionHistory: true, extensions: [] },
    securitySchemes: {
      login: {
        type: "oauth2",
        flows: {
          clientCredentials: { tokenUrl: "https://id.example/t", scopes: {} },
          password: { tokenUrl: "https://id.example/t", scopes: {} },
        },
      },
    },
    security: [{ login: ["read"] }],
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
  };

  it("splits several flows into schemes, and their requirements into alternatives", () => {
    const card = v0_3.card.decode(older);
    expect(Object.keys(card.securitySchemes ?? {})).toStrictEqual(["login", "login#password"]);
    expect(card.securityRequirements).toStrictEqual([
      { schemes: { login: { list: ["read"] } } },
      { schemes: { "login#password": { list: ["read"] } } },
    ]);
    expect(v0_3.card.encode(card)).toStrictEqual(older);
  });

  it("is kept separately for each protocol version", () => {
    const card = v0_3.card.decode(older);
    const through = v0_2.card.decode(v0_2.card.encode(card));
    expect(v0_3.card.encode(through)).toStrictEqual(older);
    expect(v0_3.card.encode(v0_1.card.decode(v0_1.card.encode(card)))).toStrictEqual(older);
  });

  it("limits the number of alternatives", () => {
    const flows = { clientCredentials: { tokenUrl: "t", scopes: {} }, password: { tokenUrl: "t", scopes: {} } };
    const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
    const card = v0_3.card.decode({
      ...older,
      securitySchemes: Object.fromEntries(names.map((name) => [name, { type: "oauth2", flows }])),
      security: [Object.fromEntries(names.map((name) => [name, []]))],
    });
    expect(card.securityRequirements?.length).toBeLessThanOrEqual(64);
  });
});

import type { Answer } from "@a2a/bridge";
import { cortex, cortex0_1 } from "@a2a/bridge/dialects";
import { type JsonObject, type ProtocolVersion, protocolVersions } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import * as v0_1 from "@a2a/types/v0_1";
import * as v0_2 from "@a2a/types/v0_2";
import * as v0_3 from "@a2a/types/v0_3";
import { describe, expect, it } from "vitest";
import { fullCard } from "../../test/seed-cards.ts";
import { buildCard } from "../build/build-card.ts";
import { decodeCard, encodeCard } from "../discover/decode-card.ts";
import { cardHandler } from "./any-card-handler.ts";
import type { CardHandler } from "./card-handler.ts";

const card = AgentCardSchema.parse({ ...fullCard, signatures: [{ protected: "e30", signature: "c2ln" }] });
const { signatures: _, ...unsigned } = card;
const NEW = "/.well-known/agent-card.json";
const OLD = "/.well-known/agent.json";
const ALIAS = "/api/a2a/agent-card.json";

interface Asked {
  method?: string;
  query?: string;
  headers?: Record<string, string>;
}

function ask(handler: CardHandler, path: string, { method = "GET", query = "", headers = {} }: Asked = {}): Answer {
  const answer = handler({ method, path, query, headers, body: "" });
  if (answer === undefined) throw new Error(`nothing at ${path}`);
  return answer;
}

function bodyOf(answer: Answer): JsonObject {
  return JSON.parse(answer.body as string) as JsonObject; // cards are answered in one piece
}

describe("well-known paths (R-175, R-176, R-237, S4-32)", () => {
  const handler = cardHandler(card);

  it.each([NEW, OLD, ALIAS].flatMap((path) => protocolVersions.map((version) => [path, version] as const)))(
    "%s in %s when that is asked for",
    (path, version) => {
      const { status, headers, body } = ask(handler, path, { headers: { "a2a-version": version } });
      expect(status).toBe(200);
      expect(headers["Content-Type"]).toBe("application/json");
      expect(body).toBe(JSON.stringify(encodeCard(card, version)));
    },
  );

  it.each([NEW, ALIAS])("%s as one card for 1.0 and 0.3 when nothing is asked for", (path) => {
    const combined = bodyOf(ask(handler, path));
    expect(AgentCardSchema.safeParse(combined).success).toBe(true);
    expect(v0_3.AgentCardSchema.safeParse(combined).success).toBe(true);
    expect(combined).toMatchObject({
      supportedInterfaces: unsigned.supportedInterfaces,
      protocolVersion: "0.3.0",
      url: "https://tide.example/a2a",
      preferredTransport: "JSONRPC",
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "Bearer",
          bearerFormat: "JWT",
          httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" },
        },
        key: { type: "apiKey", in: "header", apiKeySecurityScheme: { location: "header" } },
      },
      security: [{ bearer: ["tide:read"] }, { key: ["any"], login: ["tide:read"] }],
      supportsAuthenticatedExtendedCard: true,
      skills: [{ security: [{ bearer: ["tide:read"] }], securityRequirements: [{}] }, {}],
    });
    expect(decodeCard(combined)).toEqual({ version: "1.0", card: unsigned });
  });

  it(`${OLD} as one card for 0.2 and 0.1 when nothing is asked for`, () => {
    const merged = bodyOf(ask(handler, OLD));
    expect(v0_2.AgentCardSchema.safeParse(merged).success).toBe(true);
    expect(v0_1.AgentCardSchema.safeParse(merged).success).toBe(true);
    expect(merged).toMatchObject({
      protocolVersion: "0.2.6",
      authentication: { schemes: ["Bearer", "ApiKey", "OAuth2"] },
    });
    expect(decodeCard(merged)).toEqual({ version: "0.2", card: unsigned });
  });

  it("verifies signatures only over the form that they cover", () => {
    const forms = [NEW, OLD].flatMap((path) => [
      bodyOf(ask(handler, path)),
      ...protocolVersions.map((version) => bodyOf(ask(handler, path, { headers: { "a2a-version": version } }))),
    ]);
    expect(forms.map((form) => form.signatures !== undefined)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it("the version in the query, which the header overrides (R-167)", () => {
    expect(bodyOf(ask(handler, NEW, { query: "A2A-Version=0.1" }))).not.toHaveProperty("supportedInterfaces");
    const both = { query: "A2A-Version=0.1", headers: { "a2a-version": "1.0" } };
    expect(bodyOf(ask(handler, NEW, both))).toHaveProperty("supportedInterfaces");
    expect(ask(handler, NEW, { headers: { "a2a-version": " " } })).toEqual(ask(handler, NEW));
  });

  it("ignores patch numbers (R-171)", () => {
    expect(ask(handler, NEW, { headers: { "a2a-version": "0.3.0" } })).toEqual(
      ask(handler, NEW, { headers: { "a2a-version": "0.3" } }),
    );
  });

  it("nothing elsewhere", () => {
    expect(handler({ method: "GET", path: "/a2a", query: "", headers: {}, body: "" })).toBeUndefined();
    const bare = cardHandler(card, { aliases: false });
    expect(bare({ method: "GET", path: ALIAS, query: "", headers: {}, body: "" })).toBeUndefined();
    expect(ask(bare, NEW).status).toBe(200);
  });
});

describe("protocol versions that are not served", () => {
  it.each<[ProtocolVersion[], string, string | undefined, string | undefined]>([
    [["1.0"], "1.0", undefined, "1.0"],
    [["0.3"], "0.3", "0.3.0", "0.3"],
    [["1.0", "0.2"], "1.0", undefined, "0.2"],
    [["0.1"], "0.1", undefined, "0.1"],
    [["0.3", "0.1"], "0.3", "0.3.0", "0.1"],
  ])(
    "with %j served, %s is at the newer place and the older place follows",
    (versions, newer, protocolVersion, older) => {
      const handler = cardHandler(card, { versions });
      expect(bodyOf(ask(handler, NEW)).protocolVersion).toBe(protocolVersion);
      expect(ask(handler, NEW).body).toBe(JSON.stringify(encodeCard(card, newer as ProtocolVersion)));
      expect(ask(handler, OLD).body).toBe(JSON.stringify(encodeCard(card, older as ProtocolVersion)));
    },
  );

  it.each(["0.1", "0.5", "2.0", "latest", "0.3, 1.0"])(
    "gives callers that name %s the card that others get, from which they learn what is served",
    (version) => {
      const handler = cardHandler(card, { versions: ["1.0", "0.3"] });
      const answer = ask(handler, NEW, { headers: { "a2a-version": version } });
      expect(answer).toEqual(ask(handler, NEW));
      expect(answer).toMatchObject({ status: 200, headers: { Vary: "A2A-Version" } });
    },
  );

  it("serves what the card lists by default", () => {
    const older = buildCard({ name: "Tide Clerk" }, { url: "https://tide.example", versions: ["0.2", "0.1"] });
    expect(bodyOf(ask(cardHandler(older), NEW, { headers: { "a2a-version": "1.0" } })).url).toBe(
      "https://tide.example",
    );
    expect(ask(cardHandler(older), OLD).status).toBe(200);
  });
});

describe("caching", () => {
  const handler = cardHandler(card);

  it("sends ETag, Cache-Control and Vary (R-183, R-184)", () => {
    const { headers } = ask(handler, NEW);
    expect(headers).toMatchObject({ "Cache-Control": "public, max-age=3600", Vary: "A2A-Version" });
    expect(headers.ETag).toMatch(/^"[^"]+"$/);
    expect(ask(cardHandler(card, { maxAgeMs: 90_500 }), NEW).headers["Cache-Control"]).toBe("public, max-age=90");
    expect(ask(cardHandler(card, { maxAgeMs: 0 }), NEW).headers["Cache-Control"]).toBe("no-cache");
  });

  it("answers 304 without a body for a matching entity tag of the same protocol version (R-186)", () => {
    const { ETag = "" } = ask(handler, NEW).headers;
    const unchanged = ask(handler, NEW, { headers: { "if-none-match": ETag } });
    expect(unchanged).toMatchObject({ status: 304, body: "", headers: { ETag, Vary: "A2A-Version" } });
    const other = ask(handler, NEW, { headers: { "if-none-match": ETag, "a2a-version": "0.1" } });
    expect(other.status).toBe(200);
    const changed = ask(cardHandler({ ...card, version: "3.1.1" }), NEW, { headers: { "if-none-match": ETag } });
    expect(changed.status).toBe(200);
  });

  it("answers HEAD as GET, without the body", () => {
    const { body, ...head } = ask(handler, NEW, { method: "HEAD" });
    const { body: text, ...get } = ask(handler, NEW);
    expect([head, body]).toEqual([get, ""]);
    expect(text).not.toBe("");
  });

  it.each(["POST", "DELETE", "OPTIONS"])("refuses %s", (method) => {
    const answer = ask(handler, NEW, { method });
    expect(answer).toMatchObject({ status: 405, headers: { Allow: "GET, HEAD" } });
    expect(bodyOf(answer)).toMatchObject({ error: { code: 405, message: "A card can only be read: use GET" } });
  });
});

it("writes the dialect cortex when it is named (S4-27)", () => {
  const spoken = { headers: { "a2a-version": "1.0" } };
  expect(bodyOf(ask(cardHandler(card, { dialect: cortex }), NEW, spoken))).toMatchObject({
    capabilities: { stateTransitionHistory: true },
  });
  expect(bodyOf(ask(cardHandler(card), NEW, spoken))).not.toHaveProperty("capabilities.stateTransitionHistory");
});

it("writes the dialect cortex-0.1 when it is named, in every form (S1-06)", () => {
  const handler = cardHandler(card, { dialect: cortex0_1 });
  for (const path of [OLD, NEW, ALIAS]) {
    expect(bodyOf(ask(handler, path))).toMatchObject({
      capabilities: { streaming: true, input_modes: ["text"], output_modes: ["text", "data"] },
    });
  }
  expect(bodyOf(ask(cardHandler(card), OLD))).not.toHaveProperty("capabilities.input_modes");
});

it("refuses a card that no served protocol version can express", () => {
  const [first] = card.supportedInterfaces;
  const unknown = { ...card, supportedInterfaces: first ? [{ ...first, protocolVersion: "9.9" }] : [] };
  expect(() => cardHandler(unknown)).toThrow("name `versions`");
  expect(ask(cardHandler(unknown, { versions: ["1.0"] }), NEW).status).toBe(200);
});

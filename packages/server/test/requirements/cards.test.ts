import type { JsonObject } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { describe, expect, it } from "vitest";
import { bearer } from "../../src/index.ts";
import type { RunningAgent } from "../../src/node.ts";
import { bindings } from "../support/bindings.ts";
import { reason, start } from "../support/scripted.ts";

const get = (server: RunningAgent, path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers });
const WELL_KNOWN = "/.well-known/agent-card.json";
const auth = [bearer({ tokens: { a: "ann", b: "bob" } })];
const ann = { Authorization: "Bearer a" };

describe("the card of a running agent", () => {
  it.each([WELL_KNOWN, "/api/a2a/agent-card.json"])(
    "R-175 R-176 R-177 S4-32 is valid and complete, at %s",
    async (path) => {
      await using server = await start();
      const response = await get(server, path, { "A2A-Version": "1.0" });
      expect(response.headers.get("content-type")).toBe("application/json");
      const card = AgentCardSchema.parse(await response.json());
      expect(card).toMatchObject({ name: "Test agent", defaultInputModes: ["text/plain"], skills: expect.any(Array) });
    },
  );

  it("R-164 R-178 R-179 R-172 lists every interface, newest version first, and each one answers", async () => {
    await using server = await start();
    const { supportedInterfaces } = (await (await get(server, WELL_KNOWN)).json()) as {
      supportedInterfaces: { url: string; protocolBinding: string; protocolVersion: string }[];
    };
    expect(supportedInterfaces.map((each) => [each.protocolVersion, each.protocolBinding])).toEqual([
      ["1.0", "JSONRPC"],
      ["1.0", "HTTP+JSON"],
      ["0.3", "JSONRPC"],
      ["0.3", "HTTP+JSON"],
      ["0.2", "JSONRPC"],
      ["0.1", "JSONRPC"],
    ]);
    for (const { url, protocolBinding, protocolVersion } of supportedInterfaces) {
      expect(url.startsWith(server.url)).toBe(true);
      const headers = { "Content-Type": "application/json", "A2A-Version": protocolVersion };
      const path = protocolVersion === "1.0" ? "/tasks/none" : "/v1/tasks/none";
      const method = protocolVersion === "1.0" ? "GetTask" : "tasks/get";
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { id: "none" } });
      const answer =
        protocolBinding === "JSONRPC"
          ? await fetch(url, { method: "POST", headers, body })
          : await fetch(url + path, { headers });
      expect(JSON.stringify(await answer.json())).toMatch(/-32001|404/);
    }
  });

  it("R-183 R-184 is cacheable, and answers a conditional request with 304", async () => {
    await using server = await start();
    const first = await get(server, WELL_KNOWN);
    expect(first.headers.get("cache-control")).toMatch(/max-age=\d+/);
    const again = await get(server, WELL_KNOWN, { "If-None-Match": first.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("R-163 R-187 declares the security schemes and contains no secret", async () => {
    await using server = await start({ auth });
    const card = await (await get(server, WELL_KNOWN, { "A2A-Version": "1.0" })).json();
    expect(card).toMatchObject({
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { bearer: {} } }],
    });
    expect(JSON.stringify(card)).not.toMatch(/ann|bob/);
  });
});

describe.each(bindings)("the extended card over $name", ({ call }) => {
  const extended = async () => {
    await using server = await start();
    return server.handler.card;
  };

  it("R-96 is reported as not configured where it is promised but missing", async () => {
    const card = { name: "Promising", capabilities: { extendedAgentCard: true } };
    await using server = await start({ auth, card });
    const refused = await call(server, "GetExtendedAgentCard", {}, ann);
    expect(reason(refused)).toBe("EXTENDED_AGENT_CARD_NOT_CONFIGURED");
  });

  it("R-97 requires a valid credential", async () => {
    await using server = await start({ auth, extendedCard: { ...(await extended()), name: "Inside" } });
    expect((await call(server, "GetExtendedAgentCard", {}, ann)).output).toMatchObject({ name: "Inside" });
    for (const headers of [{}, { Authorization: "Bearer x" }]) {
      const refused = await call(server, "GetExtendedAgentCard", {}, headers);
      expect([refused.status, reason(refused)]).toEqual([401, "UNAUTHENTICATED"]);
    }
  });

  it("R-97 is not returned to anonymous callers", async () => {
    await using server = await start({ extendedCard: await extended() });
    expect((await call(server, "GetExtendedAgentCard", {})).status).toBe(401);
  });

  it("R-100 is not cacheable", async () => {
    await using server = await start({ auth, extendedCard: await extended() });
    const { headers } = await call(server, "GetExtendedAgentCard", {}, ann);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("vary")).toContain("Authorization");
  });

  it("R-102 may differ per caller", async () => {
    const card = await extended();
    await using server = await start({
      auth,
      extendedCard: ({ subject }) => ({ ...card, name: `For ${subject}` }),
      security: { authorize: ({ subject }, operation) => subject === "ann" || operation !== "getExtendedAgentCard" },
    });
    expect((await call(server, "GetExtendedAgentCard", {}, ann)).output as JsonObject).toMatchObject({
      name: "For ann",
    });
    const refused = await call(server, "GetExtendedAgentCard", {}, { Authorization: "Bearer b" });
    expect([refused.status, refused.output]).toEqual([403, undefined]);
  });
});

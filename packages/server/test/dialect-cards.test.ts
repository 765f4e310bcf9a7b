import { cortex, cortex0_1 } from "@a2a/bridge/dialects";
import { AgentCardBuilder, decodeCard } from "@a2a/card";
import { signCard, verifyCard } from "@a2a/card/signing";
import type { AgentCard, JsonObject } from "@a2a/types";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { resultOf, rpc } from "./support/agent.ts";
import { start } from "./support/scripted.ts";

const { privateKey, publicKey } = await generateKeyPair("ES256");
const keys = [{ jwk: { ...(await exportJWK(publicKey)), kid: "k-1" } }];
const sign = (card: AgentCard) => signCard(card, { key: privateKey, kid: "k-1", algorithm: "ES256" });

const PATHS = ["/.well-known/agent-card.json", "/api/a2a/agent-card.json", "/.well-known/agent.json"];

async function cardAt(url: string, path: string, headers: Record<string, string> = {}): Promise<JsonObject> {
  const response = await fetch(url + path, { headers });
  return (await response.json()) as JsonObject;
}

describe("S4-27 the card of a server with the cortex dialect", () => {
  it.each(
    PATHS.slice(0, 2).flatMap((path) => [
      [path, "1.0"],
      [path, ""],
    ]),
  )("lists one json-rpc interface and the capability of the dialect at %s, asked for %j", async (path, version) => {
    await using server = await start({ dialect: cortex });
    const card = await cardAt(server.url, path, version ? { "A2A-Version": version } : {});
    expect(card.supportedInterfaces).toEqual([
      { url: `${server.url}/a2a`, protocolBinding: "json-rpc", protocolVersion: "1.0" },
    ]);
    expect(card.capabilities).toMatchObject({ streaming: true, stateTransitionHistory: true });
  });

  it("is the same by the methods of the dialect", async () => {
    await using server = await start({ dialect: cortex });
    const card = await cardAt(server.url, PATHS[0] as string, { "A2A-Version": "1.0" });
    for (const method of ["GetAgentCard", "GetExtendedAgentCard"]) {
      expect(resultOf(await rpc(server, method, {}))).toEqual(card);
    }
  });

  it("is signed as it is served", async () => {
    await using server = await start({ dialect: cortex, signCard: sign });
    const card = await cardAt(server.url, PATHS[0] as string, { "A2A-Version": "1.0" });
    expect(card).toMatchObject({
      supportedInterfaces: [{ protocolBinding: "json-rpc" }],
      signatures: expect.any(Array),
    });
    expect(await verifyCard(JSON.stringify(card), { keys, url: server.url })).toMatchObject({ valid: true });
  });

  it("keeps the interfaces of older versions in their own forms", async () => {
    await using server = await start({ dialect: cortex });
    const card = await cardAt(server.url, PATHS[2] as string);
    expect(decodeCard(card).card.supportedInterfaces[0]).toMatchObject({ url: `${server.url}/a2a` });
  });
});

describe("S1-06 the card of a server with the dialect of 0.1", () => {
  it.each(PATHS)("has input_modes and output_modes among its capabilities at %s", async (path) => {
    await using server = await start({ dialect: cortex0_1 });
    expect(await cardAt(server.url, path)).toMatchObject({
      name: "Test agent",
      description: "For tests.",
      url: `${server.url}/a2a`,
      capabilities: { input_modes: ["text"], output_modes: ["text"] },
    });
  });

  it("is signed as it is served", async () => {
    await using server = await start({ dialect: cortex0_1, signCard: sign });
    const card = await cardAt(server.url, PATHS[0] as string, { "A2A-Version": "1.0" });
    expect(card).toMatchObject({ capabilities: { input_modes: ["text"] }, signatures: expect.any(Array) });
    expect(await verifyCard(JSON.stringify(card), { keys, url: server.url })).toMatchObject({ valid: true });
  });
});

it("a server without a dialect serves none of their members", async () => {
  await using server = await start();
  for (const path of PATHS) {
    const text = JSON.stringify(await cardAt(server.url, path));
    expect(text).not.toMatch(/json-rpc|input_modes/);
  }
});

it("S1-17 keeps the URL of a card that was built before", async () => {
  const card = AgentCardBuilder.buildCard({
    name: "Support Agent",
    description: "Customer support.",
    url: "https://support.example",
    version: "1.0",
    skills: [{ id: "tickets", name: "Tickets", description: "Resolves tickets.", tags: ["support"] }],
  });
  await using server = await start({ card });
  const served = await cardAt(server.url, "/.well-known/agent.json");
  expect(served).toMatchObject({ name: "Support Agent", url: "https://support.example", version: "1.0" });
  const newest = await cardAt(server.url, "/.well-known/agent-card.json", { "A2A-Version": "1.0" });
  expect(newest).toMatchObject({ supportedInterfaces: [{ url: "https://support.example" }, {}, {}, {}, {}, {}] });
});

import { fetchAgentCard } from "@a2a/card";
import { signCard, verifyCard } from "@a2a/card/signing";
import { fetchClient } from "@a2a/http";
import { type AgentCard, type Logger, silentLogger } from "@a2a/types";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { createAgentHandler } from "../src/index.ts";
import { serveAgent } from "./support/agent.ts";

const { privateKey, publicKey } = await generateKeyPair("ES256");
const keys = [{ jwk: { ...(await exportJWK(publicKey)), kid: "k-1" } }];
const sign = (card: AgentCard) => signCard(card, { key: privateKey, kid: "k-1", algorithm: "ES256" });

const executor = async function* () {
  yield "hello";
};

describe("a card that is signed", () => {
  it("verifies at the address that the server got, and at every path it is mounted at", async () => {
    await using agent = await serveAgent(executor, { signCard: sign });
    const { source, url, card } = await fetchAgentCard(agent.url, { http: fetchClient() });
    expect(card.supportedInterfaces[0]?.url).toBe(`${agent.url}/a2a`);
    expect(await verifyCard(source, { keys, url })).toMatchObject({ valid: true });

    const handler = createAgentHandler({ card: { name: "Mounted" }, executor, signCard: sign });
    const headers = { "a2a-version": "1.0" };
    for (const mountPath of ["", "/desk", "/office"]) {
      const path = `${mountPath}/.well-known/agent-card.json`;
      const request = { method: "GET", path, query: "", headers, body: "", mountPath };
      const answer = await handler.handle(request, new AbortController().signal);
      const body = "body" in answer ? String(answer.body) : "";
      expect(await verifyCard(body, { keys, url: "http://localhost" })).toMatchObject({ valid: true });
      const { supportedInterfaces } = JSON.parse(body) as AgentCard;
      expect(supportedInterfaces[0]?.url).toBe(`http://localhost${mountPath}/a2a`);
    }
    await handler.close();
  });

  it("carries no signature in the forms of other protocol versions, which it would not cover", async () => {
    await using agent = await serveAgent(executor, { signCard: sign });
    for (const headers of [{}, { "A2A-Version": "0.3" }]) {
      const response = await fetch(`${agent.url}/.well-known/agent-card.json`, { headers });
      expect(await response.json()).not.toHaveProperty("signatures");
    }
  });

  it("keeps a server with a key that cannot sign from starting", async () => {
    const wrong = (card: AgentCard) => signCard(card, { key: privateKey, algorithm: "ES256" });
    await expect(serveAgent(executor, { signCard: wrong })).rejects.toMatchObject({
      code: "CONFIG",
      message: expect.stringContaining("it has no id"),
    });
  });

  it("is not served while its key is out of reach, and is signed once afterwards", async () => {
    const logged: string[] = [];
    const logger: Logger = { ...silentLogger, error: (_, message) => void logged.push(message ?? "") };
    let calls = 0;
    const handler = createAgentHandler({
      card: { name: "Remote key" },
      executor,
      logger,
      signCard: async (card) => {
        if (++calls === 1) throw new Error("key store secret-host is down");
        return sign(card);
      },
    });
    const ask = () =>
      handler.fetch(new Request("http://localhost/.well-known/agent-card.json", { headers: { "A2A-Version": "1.0" } }));
    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.text()).not.toContain("secret-host");
    expect(logged).toEqual(["the agent card could not be signed"]);
    const served = await Promise.all([ask(), ask()]);
    for (const response of served) expect(await response.json()).toHaveProperty("signatures");
    expect((await ask()).status).toBe(200);
    expect(calls).toBe(2);
    await handler.close();
  });
});

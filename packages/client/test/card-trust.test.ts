import { cardVerifier, signCard } from "@a2a/card/signing";
import type { AgentCard } from "@a2a/types";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { connect } from "../src/index.ts";
import { cardAt, serveAgentPeer } from "./support/agent-peer.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } };

async function keyPair(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    secret: { ...(await exportJWK(privateKey)), kid, alg: "ES256" },
    open: { ...(await exportJWK(publicKey)), kid, alg: "ES256" },
  };
}

describe("a signed card", () => {
  it("is verified, and must stay signed once it was", async () => {
    const key = await keyPair("k-1");
    let published: object = {};
    await using peer = await serveAgentPeer({ card: () => published as never, methods: { GetTask: () => task } });
    const plain = cardAt(peer.url) as unknown as AgentCard; // a card as it would be read
    const memory = new Map<string, string>();
    const options = { memory, verifyCard: cardVerifier({ keys: [{ jwk: key.open }] }) };
    published = plain;
    await expect(connect(peer.url, { ...options, signatures: "require" })).rejects.toMatchObject({ code: "SIGNATURE" });
    await connect(peer.url, options);

    published = await signCard(plain, { key: key.secret });
    const client = await connect(peer.url, { ...options, signatures: "require" });
    expect(await client.getTask("t-1")).toEqual(task);

    published = plain;
    await expect(connect(peer.url, options)).rejects.toMatchObject({
      code: "SIGNATURE",
      message: expect.stringContaining("although it was before"),
    });
    published = { ...(await signCard(plain, { key: key.secret })), name: "Somebody else" };
    await expect(connect(peer.url, options)).rejects.toMatchObject({ code: "SIGNATURE" });
  });
});

import type { AgentCard, AgentCardSignature, JsonObject } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import {
  canonicalizeAgentCard,
  generateAgentCardSignature,
  type AgentCard as SdkCard,
  verifyAgentCardSignature,
} from "@a2a-js/sdk";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { canonicalCard, signCard, verifyCard } from "../src/signing.ts";
import { fullCard } from "./seed-cards.ts";
import { emptyValues, ferryVector } from "./signing-vectors.ts";

// The SDK types a card as its generator keeps it in memory, but signs and verifies the JSON that is on the wire.
const forSdk = (card: AgentCard | JsonObject) => structuredClone(card) as unknown as SdkCard;

let privateKey: CryptoKey;
let publicJwk: JWK;
beforeAll(async () => {
  const pair = await generateKeyPair("ES256", { extractable: true });
  privateKey = pair.privateKey;
  publicJwk = { ...(await exportJWK(pair.publicKey)), kid: "k" };
});
const sdkSigns = (card: AgentCard | JsonObject) =>
  generateAgentCardSignature(privateKey, { alg: "ES256", kid: "k", typ: "JOSE" })(forSdk(card));
const sdkVerifies = (card: AgentCard | JsonObject) => verifyAgentCardSignature(async () => publicJwk)(forSdk(card));
const weSign = (card: AgentCard) => signCard(card, { key: privateKey, kid: "k", algorithm: "ES256" });
const weVerify = (card: object) => verifyCard(JSON.stringify(card), { keys: [{ jwk: publicJwk }] });

describe.each<[string, AgentCard]>([
  ["a small card", ferryVector.card],
  ["a card with everything", AgentCardSchema.parse(fullCard)],
])("%s without empty values", (_, card) => {
  it("has one canonical form here and there", () => {
    expect(canonicalizeAgentCard(forSdk(card))).toBe(canonicalCard(card));
  });

  it("signed by us verifies there, and the other way round", async () => {
    await expect(sdkVerifies(await weSign(card))).resolves.toBeUndefined();
    expect(await weVerify(await sdkSigns(card))).toMatchObject({ valid: true, form: "C1" });
  });

  it("changed after signing does not verify anywhere", async () => {
    vi.spyOn(console, "debug").mockImplementation(() => undefined); // the SDK prints what it refuses
    await expect(sdkVerifies({ ...(await weSign(card)), version: "9" })).rejects.toThrow("No valid signatures");
    expect(await weVerify({ ...(await sdkSigns(card)), version: "9" })).toMatchObject({
      valid: false,
      problem: "TAMPERED",
    });
    vi.restoreAllMocks();
  });
});

describe("a card with empty values", () => {
  const { signatures: _, ...card } = emptyValues.card;

  it("has another canonical form there: our C3, while the specification's is C1", () => {
    expect(canonicalizeAgentCard(forSdk(card))).toBe(emptyValues.c3);
    expect(canonicalCard(card)).toBe(emptyValues.c1);
    expect(emptyValues.c1).not.toBe(emptyValues.c3);
  });

  it("signed there verifies here, and we say by which form", async () => {
    expect(await weVerify(await sdkSigns(card))).toMatchObject({ valid: true, form: "C3" });
  });

  it("gets a second signature over the form without them, which verifies there", async () => {
    vi.spyOn(console, "debug").mockImplementation(() => undefined); // the SDK prints what it refuses
    const signed = await weSign(card as unknown as AgentCard); // plain JSON, with values that the schema would not take
    expect(signed.signatures).toHaveLength(2);
    await expect(sdkVerifies(signed)).resolves.toBeUndefined();
    expect(await weVerify(signed)).toMatchObject({ valid: true, form: "C1" });
    const [first, second] = signed.signatures ?? [];
    await expect(sdkVerifies({ ...signed, signatures: [first as AgentCardSignature] })).rejects.toThrow();
    expect(await weVerify({ ...signed, signatures: [second as AgentCardSignature] })).toMatchObject({ form: "C3" });
    vi.restoreAllMocks();
  });
});

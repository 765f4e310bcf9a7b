import { generateKeyPairSync } from "node:crypto";
import type { JWK } from "jose";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { ferryVector } from "../../test/signing-vectors.ts";
import type { CardAlgorithm } from "./algorithms.ts";
import { signCard } from "./sign-card.ts";
import { verifyCard } from "./verify-card.ts";

const { card, privateJwk, publicJwk, signature } = ferryVector;

function headerOf(text: string | undefined): unknown {
  return JSON.parse(Buffer.from(text ?? "", "base64url").toString());
}

it("reproduces the signature of the test vector (R-188, R-193)", async () => {
  expect(await signCard(card, { key: privateJwk })).toEqual({ ...card, signatures: [signature] });
});

it("puts algorithm, key id, type and key set in the protected header (R-193)", async () => {
  const signed = await signCard(card, {
    key: privateJwk,
    kid: "other",
    jku: "https://keys.example/set.json",
    header: { note: 1 },
  });
  expect(headerOf(signed.signatures?.[0]?.protected)).toEqual({
    alg: "EdDSA",
    kid: "other",
    typ: "JOSE",
    jku: "https://keys.example/set.json",
  });
  expect(signed.signatures?.[0]?.header).toEqual({ note: 1 });
});

describe.each<[CardAlgorithm, object]>([
  ["ES256", {}],
  ["ES384", {}],
  ["EdDSA", { crv: "Ed25519" }],
  ["RS256", { modulusLength: 2048 }],
])("%s", (algorithm, options) => {
  it("signs with a JWK and with a CryptoKey, both verifiable", async () => {
    const pair = await generateKeyPair(algorithm, { extractable: true, ...options });
    const jwk = await exportJWK(pair.privateKey);
    const trusted = { jwk: { ...(await exportJWK(pair.publicKey)), kid: "k" } };
    for (const key of [jwk, pair.privateKey]) {
      const signed = await signCard(card, { key, kid: "k", algorithm });
      expect(await verifyCard(JSON.stringify(signed), { keys: [trusted] })).toMatchObject({
        valid: true,
        form: "C1",
        kid: "k",
      });
    }
  });
});

it("adds a signature beside existing ones, all valid (R-195)", async () => {
  const second = await generateKeyPair("ES256", { extractable: true });
  const both = await signCard(await signCard(card, { key: privateJwk }), {
    key: second.privateKey,
    kid: "s",
    algorithm: "ES256",
  });
  const document = JSON.stringify(both);
  const keys = [{ jwk: publicJwk }, { jwk: { ...(await exportJWK(second.publicKey)), kid: "s" } }];
  for (const key of keys)
    expect(await verifyCard(document, { keys: [key] })).toMatchObject({ valid: true, kid: key.jwk.kid });
});

const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ format: "jwk" }) as JWK;

it.each<[string, Parameters<typeof signCard>[1], string]>([
  ["a key without an id", { key: { ...privateJwk, kid: "" } }, "give `kid`"],
  ["a public key", { key: publicJwk }, "not a private key"],
  ["a symmetric key", { key: { kty: "oct", k: "c2VjcmV0", kid: "k" } }, "not one of ES256, ES384, EdDSA and RS256"],
  ["a short RSA key", { key: { ...weak, kid: "k" } }, "at least 2,048 bits"],
  ["a key set over plain HTTP", { key: privateJwk, jku: "http://keys.example" }, "must be an HTTPS URL"],
  ["a key for another algorithm", { key: privateJwk, algorithm: "ES256" }, "cannot sign with this algorithm"],
  ["an algorithm that proves nothing", { key: privateJwk, algorithm: "HS256" as CardAlgorithm }, "not one of"],
])("refuses %s", async (_, signer, said) => {
  await expect(signCard(card, signer)).rejects.toMatchObject({
    code: "CONFIG",
    message: expect.stringContaining(said),
  });
});

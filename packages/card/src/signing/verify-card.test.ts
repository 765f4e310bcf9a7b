import { generateKeyPairSync, sign } from "node:crypto";
import type { AgentCard, JsonObject, JsonValue } from "@a2a/types";
import type { JWK } from "jose";
import { describe, expect, it } from "vitest";
import { emptyValues, ferryVector, ferryHeader as header, signedWith } from "../../test/signing-vectors.ts";
import type { FetchedCard } from "../discover/fetch-card.ts";
import { canonicalCard, canonicalForms } from "./canonical-card.ts";
import type { TrustedKey } from "./key-finder.ts";
import type { SignatureProblem } from "./problems.ts";
import { signCard } from "./sign-card.ts";
import { cardVerifier, type VerifyCardOptions, verifyCard } from "./verify-card.ts";

const { card, privateJwk, publicJwk } = ferryVector;
const signed: AgentCard = { ...card, signatures: [ferryVector.signature] };
const keys: TrustedKey[] = [{ jwk: publicJwk }];
const now = () => Date.parse("2026-03-01T00:00:00Z");

async function problem(
  document: string | object,
  options: VerifyCardOptions = { keys },
): Promise<SignatureProblem | undefined> {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const result = await verifyCard(text, { now, ...options });
  return result.valid ? undefined : result.problem;
}

it("verifies the test vector over the received document (R-194)", async () => {
  const document = JSON.stringify(signed, undefined, 2);
  expect(await verifyCard(document, { keys })).toEqual({
    valid: true,
    card,
    kid: "ferry-1",
    form: "C1",
    signatures: [{ index: 0, kid: "ferry-1", form: "C1" }],
  });
});

it("reports which form a signature covers, trying C1, C2 and C3 (R-194)", async () => {
  for (const form of canonicalForms) {
    const document = signedWith(header, canonicalCard(emptyValues.card, form), emptyValues.card);
    expect(await verifyCard(JSON.stringify(document), { keys })).toMatchObject({ valid: true, form });
  }
});

it("accepts a header without typ", async () => {
  expect(await problem(signedWith({ alg: "EdDSA", kid: "ferry-1" }))).toBeUndefined();
});

/** The card with one of its values changed, for each of them. */
function changes(value: JsonValue): JsonValue[] {
  if (typeof value === "string") return [`${value}!`];
  if (typeof value === "boolean") return [!value];
  if (typeof value !== "object" || value === null) return [0];
  return Object.entries(value).flatMap(([key, member]) =>
    changes(member).map((changed) => {
      const copy = structuredClone(value) as JsonObject; // a list takes its indexes for names as well
      copy[key] = changed;
      return copy;
    }),
  );
}

describe("a changed card", () => {
  it("fails when any of its values is changed", async () => {
    for (const change of changes(card))
      expect(await problem({ ...(change as JsonObject), signatures: signed.signatures })).toBe("TAMPERED");
  });

  it("fails when a signature byte is changed", async () => {
    const bytes = Buffer.from(ferryVector.signature.signature, "base64url");
    for (const index of [0, 31, 63]) {
      const flipped = Buffer.from(bytes);
      flipped[index] = (flipped[index] ?? 0) ^ 1;
      const signatures = [{ ...ferryVector.signature, signature: flipped.toString("base64url") }];
      expect(await problem({ ...card, signatures })).toBe("TAMPERED");
    }
  });

  it("ignores members that the signature does not cover", async () => {
    const sneaky = signedWith(header, ferryVector.canonical, {
      ...card,
      icon_url: "https://evil.example/i.svg",
      url: "https://evil.example",
    });
    const result = await verifyCard(JSON.stringify(sneaky), { keys });
    expect(result).toMatchObject({ valid: true, form: "C2" });
    expect(result.valid && result.card).toEqual(card);
  });

  it("is refused for duplicate members, in the card or in the header of a signature", async () => {
    const twice = JSON.stringify(signed).replace('"name":"Ferry Desk"', '"name":"Evil Desk","name":"Ferry Desk"');
    expect(await problem(twice)).toBe("DUPLICATE_KEY");
    const protectedHeader = Buffer.from('{"alg":"EdDSA","kid":"ferry-1","kid":"ferry-1"}').toString("base64url");
    expect(await problem({ ...card, signatures: [{ ...ferryVector.signature, protected: protectedHeader }] })).toBe(
      "MALFORMED_SIGNATURE",
    );
  });
});

describe("each failure has its own reason", () => {
  const otherEd: TrustedKey = { jwk: { ...publicJwk, x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" } };
  const key = (changes: Partial<TrustedKey>): VerifyCardOptions => ({ keys: [{ jwk: publicJwk, ...changes }] });
  const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;

  it.each<[SignatureProblem, string, string | object, VerifyCardOptions?]>([
    ["NOT_JSON", "a page instead of a card", "<html>"],
    ["NOT_A_CARD", "a list instead of a card", "[]"],
    ["TOO_COMPLEX", "a card nested too deeply", deep],
    ["NO_SIGNATURES", "a card without signatures", card],
    ["NO_SIGNATURES", "a card with an empty list of signatures", { ...card, signatures: [] }],
    ["NO_SIGNATURES", "a card with something else in their place", { ...card, signatures: "none" }],
    ["MALFORMED_SIGNATURE", "a signature that is no object", { ...card, signatures: [7] }],
    [
      "MALFORMED_SIGNATURE",
      "a header that is no base64url",
      { ...card, signatures: [{ ...ferryVector.signature, protected: "%%" }] },
    ],
    [
      "MALFORMED_SIGNATURE",
      "a header that is no JSON",
      { ...card, signatures: [{ ...ferryVector.signature, protected: "e3" }] },
    ],
    ["MISSING_KID", "a header without kid (R-193)", signedWith({ alg: "EdDSA" })],
    ["ALGORITHM_NONE", "alg none", signedWith({ ...header, alg: "none" })],
    ["ALGORITHM_NONE", "alg None in capitals", signedWith({ ...header, alg: "NONE" })],
    ["ALGORITHM_NONE", "no alg at all", signedWith({ kid: "ferry-1" })],
    ["ALGORITHM_NOT_ALLOWED", "a symmetric algorithm", signedWith({ ...header, alg: "HS256" })],
    ["ALGORITHM_NOT_ALLOWED", "an algorithm off the list", signedWith({ ...header, alg: "PS256" })],
    ["ALGORITHM_NOT_ALLOWED", "an algorithm off the caller's list", signed, { keys, algorithms: ["ES256"] }],
    ["CRITICAL_UNKNOWN", "a header that demands more", signedWith({ ...header, crit: ["b64"], b64: false })],
    ["UNKNOWN_KEY", "a kid nobody knows", signedWith({ ...header, kid: "ferry-2" })],
    ["UNKNOWN_KEY", "an empty trust store", signed, { keys: [] }],
    [
      "JKU_NOT_ALLOWED",
      "a key set while none is allowed",
      signedWith({ ...header, kid: "x", jku: "https://keys.example/a" }),
    ],
    [
      "WRONG_ORIGIN",
      "a key of another origin",
      signed,
      { ...key({ origins: ["https://tide.example"] }), url: "https://ferry.example/c" },
    ],
    [
      "WRONG_ORIGIN",
      "a key bound to an origin, and a card from nowhere",
      signed,
      key({ origins: ["https://ferry.example"] }),
    ],
    ["KEY_EXPIRED", "an expired key (R-197)", signed, key({ expiresAt: "2026-02-28T23:59:59Z" })],
    ["KEY_EXPIRED", "a key with an end that cannot be read", signed, key({ expiresAt: "soon" })],
    ["KEY_NOT_YET_VALID", "a key of tomorrow", signed, key({ notBefore: "2026-03-02T00:00:00Z" })],
    ["KEY_REVOKED", "a revoked key (R-197)", signed, key({ revoked: true })],
    ["KEY_MISMATCH", "a key for encryption", signed, { keys: [{ jwk: { ...publicJwk, use: "enc" } }] }],
    [
      "KEY_MISMATCH",
      "a key of another kind",
      signed,
      { keys: [{ jwk: { kty: "EC", crv: "P-256", x: "AA", y: "AA", kid: "ferry-1" } }] },
    ],
    ["KEY_MISMATCH", "a symmetric key", signed, { keys: [{ jwk: { kty: "oct", k: "c2VjcmV0", kid: "ferry-1" } }] }],
    ["KEY_MISMATCH", "a key that is broken", signed, { keys: [{ jwk: { ...publicJwk, x: "AA" } }] }],
    ["TAMPERED", "a key of somebody else under the same id", signed, { keys: [otherEd] }],
    [
      "NOT_CANONICAL",
      "a value that canonical JSON cannot write",
      JSON.stringify(signed).replace('"2.4.0"', '"\\ud83c"'),
    ],
    ["NOT_A_CARD", "a signature that holds over something else", signedWith(header, '{"hello":1}', { hello: 1 })],
  ])("%s: %s", async (expected, _, document, options) => {
    expect(await problem(document, options)).toBe(expected);
  });

  it("KEY_TOO_WEAK: an RSA key of 1,024 bits", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const protectedHeader = Buffer.from('{"alg":"RS256","kid":"r"}').toString("base64url");
    const input = Buffer.from(`${protectedHeader}.${Buffer.from(ferryVector.canonical).toString("base64url")}`);
    const signature = sign("sha256", input, privateKey).toString("base64url");
    const jwk = { ...(publicKey.export({ format: "jwk" }) as JWK), kid: "r" };
    expect(
      await problem({ ...card, signatures: [{ protected: protectedHeader, signature }] }, { keys: [{ jwk }] }),
    ).toBe("KEY_TOO_WEAK");
  });
});

describe("several signatures", () => {
  const stranger = (signedWith({ ...header, kid: "stranger" }).signatures as JsonObject[])[0];

  it("accepts one valid signature and reports the others (R-195)", async () => {
    const result = await verifyCard(JSON.stringify({ ...card, signatures: [stranger, ferryVector.signature] }), {
      keys,
    });
    expect(result).toMatchObject({
      valid: true,
      signatures: [
        { index: 0, kid: "stranger", problem: "UNKNOWN_KEY" },
        { index: 1, kid: "ferry-1", form: "C1" },
      ],
    });
  });

  it("reports tampering rather than unknown keys", async () => {
    expect(await problem({ ...card, version: "9", signatures: [stranger, ferryVector.signature] })).toBe("TAMPERED");
  });

  it("checks at most ten", async () => {
    expect(await problem({ ...card, signatures: [...Array(10).fill(stranger), ferryVector.signature] })).toBe(
      "UNKNOWN_KEY",
    );
  });

  it("uses the valid key when two share an id", async () => {
    const rotated = [{ jwk: publicJwk, expiresAt: "2020-01-01T00:00:00Z" }, { jwk: publicJwk }];
    expect(await problem(signed, { keys: rotated })).toBeUndefined();
  });
});

describe("cardVerifier", () => {
  const verify = cardVerifier({ keys });
  const found = (document: object) =>
    ({ source: JSON.stringify(document), url: "https://ferry.example/card.json" }) as FetchedCard; // all that is read

  it("returns the covered card, nothing for unknown keys, and an error for forgeries", async () => {
    expect(await verify(found(signed))).toEqual({ card });
    expect(await verify(found(card))).toBeUndefined();
    expect(await verify(found(signedWith({ ...header, kid: "stranger" })))).toBeUndefined();
    await expect(verify(found({ ...signed, version: "9" }))).rejects.toMatchObject({
      code: "SIGNATURE",
      message:
        "Agent card at https://ferry.example/card.json is not trusted: the signature does not fit the card: one of the two was changed",
    });
  });
});

it("verifies its own signatures after JSON reformatting", async () => {
  const document = JSON.stringify(await signCard(card, { key: privateJwk }), undefined, "\t");
  expect(await problem(document)).toBeUndefined();
});

it("returns the members that C3 covers, with required ones empty", async () => {
  const document = JSON.stringify(signedWith(header, emptyValues.c3, emptyValues.card));
  const result = await verifyCard(document, { keys });
  expect(result.valid && result.card).toEqual({
    name: "Buoy",
    description: "",
    supportedInterfaces: [{ url: "https://buoy.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    version: "1",
    capabilities: { streaming: false, extendedAgentCard: false, extensions: [{ uri: "urn:buoy:1" }] },
    securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } } },
    defaultInputModes: [],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "b", name: "B", description: "", tags: [] }],
  });
});

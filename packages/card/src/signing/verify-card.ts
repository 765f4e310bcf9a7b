import { type AgentCard, checkJson, isJsonObject, type JsonObject, LocalError } from "@a2a/types";
import type { JWK } from "jose";
import { encode } from "jose/base64url";
import { flattenedVerify } from "jose/jws/flattened/verify";
import { importJWK } from "jose/key/import";
import type { CardVerifier } from "../discover/card-cache.ts";
import { duplicateKeys } from "../document/duplicate-keys.ts";
import { type CardAlgorithm, publicPart } from "./algorithms.ts";
import { type CanonicalForm, canonicalCard, canonicalForms } from "./canonical-card.ts";
import { coveredCard } from "./covered-card.ts";
import { type KeyFinder, type KeySources, keyFinder } from "./key-finder.ts";
import { Distrust, type SignatureProblem, signatureProblems } from "./problems.ts";
import { readAlgorithm, readEntry, type SignedEntry } from "./signed-entry.ts";

/** The keys and algorithms to trust. */
export interface VerifyCardOptions extends KeySources {
  /** Where the card was found, for keys that are bound to an origin. */
  url?: string;
  /** The accepted algorithms. Default: ES256, ES384, EdDSA and RS256. */
  algorithms?: readonly CardAlgorithm[];
  /** The maximum number of signatures to check. Default 10. */
  maxSignatures?: number;
}

/** The result for one signature. */
export interface SignatureCheck {
  /** Its index in `signatures`. */
  readonly index: number;
  readonly kid?: string;
  /** Why it is not accepted; absent if it is valid. */
  readonly problem?: SignatureProblem;
  /** The form of the card that it covers. */
  readonly form?: CanonicalForm;
}

/** The result for a card: one valid signature is enough. */
export type CardVerification =
  | {
      readonly valid: true;
      /** The card as far as the signature covers it; nothing else of the document should be used. */
      readonly card: AgentCard;
      readonly kid: string;
      readonly form: CanonicalForm;
      readonly signatures: readonly SignatureCheck[];
    }
  | {
      readonly valid: false;
      readonly problem: SignatureProblem;
      /** A human-readable explanation. */
      readonly message: string;
      readonly signatures: readonly SignatureCheck[];
    };

/**
 * Verifies a card over the document as it was received. The forms C1, C2 and C3 are tried in that order, and the result says which
 * one a signature covers. Never throws, even for invalid cards.
 */
export function verifyCard(document: string, options: VerifyCardOptions): Promise<CardVerification> {
  return verify(document, options, keyFinder(options));
}

/**
 * A verifier for a `CardCache`: resolves with the covered card, or `undefined` without a signature of a known key, and rejects with
 * a `LocalError` `SIGNATURE` for an invalid signature. Fetched key sets are cached.
 */
export function cardVerifier(options: Omit<VerifyCardOptions, "url">): CardVerifier {
  const findKeys = keyFinder(options);
  return async ({ source, url }) => {
    const result = await verify(source, { ...options, url }, findKeys);
    if (result.valid) return { card: result.card };
    if (STRANGERS.has(result.problem)) return undefined;
    throw new LocalError("SIGNATURE", `Agent card at ${url} is not trusted: ${result.message}`);
  };
}
/** Problems that make a card count as unsigned, since the key is unknown. */
const STRANGERS = new Set<SignatureProblem>(["NO_SIGNATURES", "UNKNOWN_KEY", "JKU_NOT_ALLOWED", "JKU_UNREACHABLE"]);

async function verify(document: string, options: VerifyCardOptions, findKeys: KeyFinder): Promise<CardVerification> {
  const checks: SignatureCheck[] = [];
  try {
    const card = readDocument(document);
    const entries = Array.isArray(card.signatures) ? card.signatures : [];
    for (const [index, entry] of entries.slice(0, options.maxSignatures ?? 10).entries()) {
      const check = await checkSignature(card, entry, options, findKeys);
      checks.push({ index, ...check });
      if (check.form !== undefined && check.kid !== undefined) {
        return {
          valid: true,
          card: readCovered(card, check.form),
          kid: check.kid,
          form: check.form,
          signatures: checks,
        };
      }
    }
    // Of several problems, tampering is the most important.
    const problem = checks.find((check) => check.problem === "TAMPERED")?.problem ?? checks[0]?.problem;
    throw new Distrust(problem ?? "NO_SIGNATURES");
  } catch (error) {
    if (!(error instanceof Distrust)) throw error;
    const { problem } = error;
    return { valid: false, problem, message: signatureProblems[problem], signatures: checks };
  }
}

function readDocument(text: string): JsonObject {
  let card: unknown;
  try {
    card = JSON.parse(text);
  } catch (cause) {
    throw new Distrust("NOT_JSON", cause);
  }
  if (!isJsonObject(card)) throw new Distrust("NOT_A_CARD");
  if (checkJson(card) !== undefined) throw new Distrust("TOO_COMPLEX");
  if (duplicateKeys(text).length > 0) throw new Distrust("DUPLICATE_KEY");
  return card;
}

async function checkSignature(
  card: JsonObject,
  entry: unknown,
  options: VerifyCardOptions,
  findKeys: KeyFinder,
): Promise<Omit<SignatureCheck, "index">> {
  let kid: string | undefined;
  try {
    const signed = readEntry(entry);
    const { alg, crit, jku } = signed.header;
    if (typeof signed.header.kid !== "string" || signed.header.kid === "") throw new Distrust("MISSING_KID");
    kid = signed.header.kid;
    const algorithm = readAlgorithm(alg, options.algorithms);
    if (crit !== undefined) throw new Distrust("CRITICAL_UNKNOWN");
    const keys = await findKeys({ kid, jku, algorithm, cardUrl: options.url });
    for (const form of canonicalForms) {
      const payload = canonicalBytes(card, form);
      for (const key of keys) if (await holds(signed, payload, key, algorithm)) return { kid, form };
    }
    throw new Distrust("TAMPERED");
  } catch (error) {
    if (!(error instanceof Distrust)) throw error;
    return { ...(kid !== undefined && { kid }), problem: error.problem };
  }
}

function canonicalBytes(card: JsonObject, form: CanonicalForm): Uint8Array {
  try {
    return new TextEncoder().encode(canonicalCard(card, form));
  } catch (cause) {
    throw new Distrust("NOT_CANONICAL", cause);
  }
}

async function holds(
  { protected: header, signature }: SignedEntry,
  payload: Uint8Array,
  jwk: JWK,
  algorithm: CardAlgorithm,
): Promise<boolean> {
  const key = await importJWK(publicPart(jwk), algorithm).catch((cause: unknown) => {
    throw new Distrust("KEY_MISMATCH", cause);
  });
  const jws = { protected: header, signature, payload: encode(payload) };
  return flattenedVerify(jws, key, { algorithms: [algorithm] }).then(
    () => true,
    () => false,
  );
}

function readCovered(card: JsonObject, form: CanonicalForm): AgentCard {
  try {
    return coveredCard(canonicalCard(card, form));
  } catch (cause) {
    throw new Distrust("NOT_A_CARD", cause);
  }
}

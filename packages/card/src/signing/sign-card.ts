import { type AgentCard, type JsonObject, LocalError } from "@a2a/types";
import type { CryptoKey, JWK } from "jose";
import { FlattenedSign } from "jose/jws/flattened/sign";
import { importJWK } from "jose/key/import";
import { algorithmOf, type CardAlgorithm, isCardAlgorithm, isWeak } from "./algorithms.ts";
import { canonicalCard } from "./canonical-card.ts";

/** Who signs. */
export interface CardSigner {
  /** The private key. */
  key: JWK | CryptoKey;
  /** The id under which readers know the key. Default: that of the JWK. */
  kid?: string;
  /** Default: the one the JWK is for. */
  algorithm?: CardAlgorithm;
  /** Where readers may find the public key, as an HTTPS address of a key set. */
  jku?: string;
  /** What is told beside the signature without being covered by it. */
  header?: JsonObject;
}

/**
 * The card with one more signature: a detached JWS over its canonical form. Signatures it has already stay and stay valid, so that
 * several keys can sign, as they do while keys are being exchanged. Publish signed cards without empty values: `lintCard` finds them,
 * and verifiers do not agree about them.
 */
export async function signCard(card: AgentCard, signer: CardSigner): Promise<AgentCard> {
  const { key, jku, header } = signer;
  const jwk = "kty" in key ? key : undefined;
  const kid = signer.kid ?? jwk?.kid;
  const algorithm = signer.algorithm ?? (jwk && algorithmOf(jwk));
  if (!kid) throw wrong("it has no id: give `kid`, by which verifiers find the public key");
  if (!isCardAlgorithm(algorithm)) throw wrong("its algorithm is not one of ES256, ES384, EdDSA and RS256");
  if (jwk && jwk.d === undefined) throw wrong("it is not a private key");
  if (jwk && isWeak(jwk)) throw wrong("RSA keys have to have at least 2,048 bits");
  if (jku !== undefined && !(URL.canParse(jku) && new URL(jku).protocol === "https:")) {
    throw wrong("its `jku` is not an HTTPS address");
  }
  const unsigned = new FlattenedSign(new TextEncoder().encode(canonicalCard(card)));
  unsigned.setProtectedHeader({ alg: algorithm, kid, typ: "JOSE", ...(jku !== undefined && { jku }) });
  try {
    const made = await unsigned.sign("kty" in key ? await importJWK(key, algorithm) : key);
    const signature = { protected: made.protected ?? "", signature: made.signature, ...(header && { header }) };
    return { ...card, signatures: [...(card.signatures ?? []), signature] };
  } catch (cause) {
    throw wrong("it cannot sign with this algorithm", cause);
  }
}

function wrong(problem: string, cause?: unknown): LocalError {
  return new LocalError("CONFIG", `the key cannot sign a card: ${problem}`, { cause });
}

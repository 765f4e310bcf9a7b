import { type AgentCard, type JsonObject, LocalError } from "@a2a/types";
import type { CryptoKey, JWK } from "jose";
import { FlattenedSign } from "jose/jws/flattened/sign";
import { importJWK } from "jose/key/import";
import { algorithmOf, type CardAlgorithm, isCardAlgorithm, isWeak } from "./algorithms.ts";
import { canonicalCard } from "./canonical-card.ts";

/** The key to sign with. */
export interface CardSigner {
  /** The private key. */
  key: JWK | CryptoKey;
  /** The id by which verifiers find the key. Default: that of the JWK. */
  kid?: string;
  /** Default: the algorithm of the JWK. */
  algorithm?: CardAlgorithm;
  /** The HTTPS URL of a key set with the public key. */
  jku?: string;
  /** An unprotected header, which the signature does not cover. */
  header?: JsonObject;
}

/**
 * The card with one more signature: a detached JWS over its canonical form. Existing signatures stay valid, so that several
 * keys can sign, as during key rotation. A card with empty values gets a second signature by the same key, over the form without them:
 * some SDKs drop empty values before they verify. `lintCard` finds such values.
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
    throw wrong("its `jku` must be an HTTPS URL");
  }
  const texts = new Set([canonicalCard(card), canonicalCard(card, "C3")]);
  const protectedHeader = { alg: algorithm, kid, typ: "JOSE", ...(jku !== undefined && { jku }) };
  try {
    const imported = "kty" in key ? await importJWK(key, algorithm) : key;
    const signatures = await Promise.all(
      Array.from(texts, async (text) => {
        const unsigned = new FlattenedSign(new TextEncoder().encode(text)).setProtectedHeader(protectedHeader);
        const made = await unsigned.sign(imported);
        return { protected: made.protected ?? "", signature: made.signature, ...(header && { header }) };
      }),
    );
    return { ...card, signatures: [...(card.signatures ?? []), ...signatures] };
  } catch (cause) {
    throw wrong("it cannot sign with this algorithm", cause);
  }
}

function wrong(problem: string, cause?: unknown): LocalError {
  return new LocalError("CONFIG", `the key cannot sign a card: ${problem}`, { cause });
}

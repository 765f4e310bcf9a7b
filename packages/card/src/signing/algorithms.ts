import type { JWK } from "jose";

/** The supported signature algorithms. Symmetric ones and `none` do not prove who signed and are never accepted. */
export const cardAlgorithms = ["ES256", "ES384", "EdDSA", "RS256"] as const;

/** A supported signature algorithm. */
export type CardAlgorithm = (typeof cardAlgorithms)[number];

/** Whether a string names a supported algorithm. */
export function isCardAlgorithm(name: unknown): name is CardAlgorithm {
  return (cardAlgorithms as readonly unknown[]).includes(name);
}

/** The algorithm of a key, by its type and curve. */
export function algorithmOf({ kty, crv }: JWK): CardAlgorithm | undefined {
  if (kty === "EC") return crv === "P-256" ? "ES256" : crv === "P-384" ? "ES384" : undefined;
  if (kty === "OKP") return crv === "Ed25519" ? "EdDSA" : undefined;
  return kty === "RSA" ? "RS256" : undefined;
}

/** Whether an RSA key is shorter than 2,048 bits: base64url has six of them in a character. */
export function isWeak({ kty, n }: JWK): boolean {
  return kty === "RSA" && Math.floor((String(n ?? "").replace(/^A+/, "").length * 6) / 8) < 256;
}

/** The public members of a key. */
export function publicPart(jwk: JWK): JWK {
  const members = ["kty", "crv", "x", "y", "n", "e"] as const;
  return Object.fromEntries(members.flatMap((name) => (jwk[name] === undefined ? [] : [[name, jwk[name]]]))) as JWK; // picked from one
}

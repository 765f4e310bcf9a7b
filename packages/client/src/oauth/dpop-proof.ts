import type { HttpRequest } from "@a2a/http";
import { LocalError } from "@a2a/types";
import type { CryptoKey, CryptoKeyPair } from "oauth4webapi";

/** A proof that the holder of a key makes a request with a token (RFC 9449). Each proof is for one request. */
export async function dpopProof(
  { privateKey, publicKey }: CryptoKeyPair,
  token: string,
  { method, url }: Pick<HttpRequest, "method" | "url">,
): Promise<string> {
  const { base64url, exportJWK, SignJWT } = await import("jose");
  const target = new URL(url);
  target.search = "";
  target.hash = "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: target.href,
    ath: base64url.encode(new Uint8Array(digest)),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithmOf(privateKey), typ: "dpop+jwt", jwk: await exportJWK(publicKey) })
    .setIssuedAt()
    .sign(privateKey);
}

/** The thumbprint of the key, as tokens name it. */
export async function thumbprintOf({ publicKey }: CryptoKeyPair): Promise<string> {
  const { calculateJwkThumbprint, exportJWK } = await import("jose");
  return calculateJwkThumbprint(await exportJWK(publicKey));
}

function algorithmOf({ algorithm }: CryptoKey): string {
  if (algorithm.name === "Ed25519") return "EdDSA";
  const { namedCurve } = algorithm as { namedCurve?: string }; // elliptic curve keys have one
  if (algorithm.name === "ECDSA" && namedCurve === "P-256") return "ES256";
  throw new LocalError(
    "CONFIG",
    `dpop: a key for ${algorithm.name} is not supported; use ECDSA with P-256, or Ed25519`,
  );
}

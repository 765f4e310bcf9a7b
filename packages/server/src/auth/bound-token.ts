import type { ServerRequest } from "@a2a/bridge";
import { isJsonObject, type JsonObject } from "@a2a/types";
import { base64url } from "jose";
import { credentialsOf } from "./credentials.ts";
import type { Dpop } from "./dpop.ts";

/** A token that a request carries. */
export interface PresentedToken {
  readonly text: string;
  readonly scheme: "bearer" | "dpop";
}

/** The token in the `Authorization` header; `undefined` where there is none that could be accepted. */
export function presentedToken(request: ServerRequest, dpop: Dpop | undefined): PresentedToken | undefined {
  const bound = dpop && credentialsOf(request, "dpop");
  if (bound !== undefined) return { text: bound, scheme: "dpop" };
  const text = credentialsOf(request, "bearer");
  return text === undefined ? undefined : { text, scheme: "bearer" };
}

/**
 * Whether the caller may use a token with these claims: one that is bound to a key (`cnf.jkt`, RFC 9449) with a proof of possession, one that is bound to a
 * certificate (`cnf.x5t#S256`, RFC 8705) over a connection with that certificate, and any other unless proofs are required.
 */
export async function mayUse(
  { text, scheme }: PresentedToken,
  claims: JsonObject,
  request: ServerRequest,
  dpop: Dpop | undefined,
): Promise<boolean> {
  const { jkt, "x5t#S256": certificate, ...others } = isJsonObject(claims.cnf) ? claims.cnf : {};
  // A token that is bound in a way that cannot be checked must not pass for a bearer token.
  if (claims.cnf !== undefined && (!isJsonObject(claims.cnf) || Object.keys(others).length > 0)) return false;
  if (certificate !== undefined && certificate !== fingerprintOf(request)) return false;
  if (jkt === undefined) return scheme === "bearer" && !dpop?.isRequired;
  if (typeof jkt !== "string" || scheme !== "dpop" || dpop === undefined) return false;
  return dpop.isProven(request, text, jkt);
}

function fingerprintOf({ certificate }: ServerRequest): string | undefined {
  if (certificate === undefined) return undefined;
  const bytes = certificate.fingerprint.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  return base64url.encode(Uint8Array.from(bytes));
}

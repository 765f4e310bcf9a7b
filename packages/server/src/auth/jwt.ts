import { A2AError, isA2AError, type JsonObject, type Principal } from "@a2a/types";
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import type { Authenticator } from "./authenticator.ts";
import { mayUse, presentedToken } from "./bound-token.ts";
import { checkAuthOptions } from "./check-auth-options.ts";
import { type Audience, audiencesOf, principalOf, tenantOf } from "./claims.ts";
import { declarationOf } from "./declaration.ts";
import { Dpop, type DpopOptions } from "./dpop.ts";

/** Which tokens are accepted. */
export interface JwtOptions {
  /** The expected issuer. */
  issuer: string | string[];
  /**
   * The expected audience: this agent. With one audience for each tenant, `{ north: "https://north.example" }`, the audience of a token decides in
   * which tenant its caller works.
   */
  audience: Audience;
  /** The keys of the issuer: an address that is read and refreshed, or the keys themselves. */
  jwks: string | URL | JSONWebKeySet;
  /** Default ES256, ES384, EdDSA, RS256, PS256. */
  algorithms?: string[];
  /** How far clocks may differ. Default 5. */
  clockToleranceSeconds?: number;
  /** Makes a principal of the claims. Default: `sub`, `scope`, `client_id` or `azp`, `tenant`, `act.sub`. */
  toPrincipal?: (claims: JsonObject) => Principal | undefined;
  /** Accepts tokens that are bound to a key of the caller (DPoP). Without this option, such tokens are refused. */
  dpop?: DpopOptions;
}

/** Callers prove themselves by a signed token. */
export function jwt(options: JwtOptions): Authenticator {
  checkAuthOptions("jwt", options, OPTIONS);
  const {
    issuer,
    audience,
    jwks,
    algorithms = ALGORITHMS,
    clockToleranceSeconds = 5,
    toPrincipal = principalOf,
  } = options;
  const dpop = options.dpop && new Dpop(options.dpop);
  const keys =
    typeof jwks === "string" || jwks instanceof URL ? createRemoteJWKSet(new URL(jwks)) : createLocalJWKSet(jwks);
  return {
    ...declarationOf(dpop, "JWT"),
    async authenticate(request) {
      const token = presentedToken(request, dpop);
      if (token === undefined) return undefined;
      try {
        const checks = {
          issuer,
          audience: audiencesOf(audience),
          algorithms,
          clockTolerance: clockToleranceSeconds,
          requiredClaims: ["sub", "exp"],
        };
        const { payload } = await jwtVerify(token.text, keys, checks);
        const claims = payload as JsonObject; // they were JSON
        const tenant = tenantOf(claims, audience);
        if (tenant === undefined || !(await mayUse(token, claims, request, dpop))) return { refused: "invalid" };
        const principal = toPrincipal(claims);
        if (principal === undefined) return { refused: "invalid" };
        return { ...(payload.iss !== undefined && { source: payload.iss }), ...principal, ...tenant };
      } catch (error) {
        if (isA2AError(error)) throw error;
        // Expiry is checked after the signature, so that only tokens of the issuer are called expired; other reasons might help an attacker.
        if (error instanceof errors.JWTExpired) return { refused: "expired" };
        if (error instanceof errors.JOSEError && INVALID.has(error.code)) return { refused: "invalid" };
        throw new A2AError("UNAVAILABLE", "The keys of the token's issuer cannot be read: try again shortly", {
          retryAfterMs: 5_000,
          cause: error,
        });
      }
    },
  };
}
const OPTIONS: Readonly<Record<keyof JwtOptions, true>> = {
  issuer: true,
  audience: true,
  jwks: true,
  algorithms: true,
  clockToleranceSeconds: true,
  toPrincipal: true,
  dpop: true,
};
const ALGORITHMS = ["ES256", "ES384", "EdDSA", "RS256", "PS256"];

/** What is wrong with a token. Everything else is wrong with its keys, or with the way to them. */
const INVALID: ReadonlySet<string> = new Set([
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWTInvalid.code,
]);

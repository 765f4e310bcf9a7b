import { A2AError, isJsonObject, type JsonObject, type Principal } from "@a2a/types";
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import type { Authenticator } from "./authenticator.ts";
import { checkAuthOptions } from "./check-auth-options.ts";
import { credentialsOf } from "./credentials.ts";

/** Which tokens are taken. */
export interface JwtOptions {
  /** The expected issuer. */
  issuer: string | string[];
  /** The expected audience: this agent. */
  audience: string | string[];
  /** The keys of the issuer: an address that is read and refreshed, or the keys themselves. */
  jwks: string | URL | JSONWebKeySet;
  /** Default ES256, ES384, EdDSA, RS256, PS256. */
  algorithms?: string[];
  /** How far clocks may differ. Default 5. */
  clockToleranceSeconds?: number;
  /** Makes a principal of the claims. Default: `sub`, `scope`, `client_id` or `azp`, `tenant`, `act.sub`. */
  toPrincipal?: (claims: JsonObject) => Principal | undefined;
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
  const keys =
    typeof jwks === "string" || jwks instanceof URL ? createRemoteJWKSet(new URL(jwks)) : createLocalJWKSet(jwks);
  return {
    name: "bearer",
    scheme: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } },
    challenge: 'Bearer realm="a2a"',
    async authenticate(request) {
      const token = credentialsOf(request, "bearer");
      if (token === undefined) return undefined;
      try {
        const checks = {
          issuer,
          audience,
          algorithms,
          clockTolerance: clockToleranceSeconds,
          requiredClaims: ["sub", "exp"],
        };
        const { payload } = await jwtVerify(token, keys, checks);
        const principal = toPrincipal(payload as JsonObject); // the claims were JSON
        if (principal === undefined) return { refused: "invalid" };
        return { ...(payload.iss !== undefined && { source: payload.iss }), ...principal };
      } catch (error) {
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

function principalOf(claims: JsonObject): Principal | undefined {
  const { sub, scope, client_id: clientId = claims.azp, tenant, act } = claims;
  if (typeof sub !== "string" || sub === "") return undefined;
  return {
    subject: sub,
    claims,
    ...(typeof scope === "string" && { scopes: scope.split(" ").filter((entry) => entry !== "") }),
    ...(typeof clientId === "string" && { clientId }),
    ...(typeof tenant === "string" && { tenant }),
    ...(isJsonObject(act) && typeof act.sub === "string" && { actor: act.sub }),
  };
}

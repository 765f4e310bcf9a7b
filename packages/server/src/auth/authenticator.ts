import type { ServerRequest } from "@a2a/bridge";
import { type A2AError, type AgentCard, isA2AError, type Principal, type SecurityScheme } from "@a2a/types";
import type { Authenticate } from "./authenticate.ts";
import { bearerOf, rememberToken } from "./caller-token.ts";

/** A credential that a caller sent and that is not valid; an expired one was valid before. */
export interface RefusedCredential {
  readonly refused: "invalid" | "expired";
}

/** One way to prove who one is: how the card declares it, and how it is checked. */
export interface Authenticator {
  /** The name of the scheme in the card. */
  readonly name: string;
  /** How the card declares it. */
  readonly scheme: SecurityScheme;
  /** The `WWW-Authenticate` header for a caller without credentials. */
  readonly challenge: string;
  /**
   * The caller; a refusal when the credential is not valid; `undefined` when the request holds no credential of this kind. Throws an
   * `A2AError` `UNAVAILABLE` when that cannot be found out now.
   */
  authenticate(request: ServerRequest): Promise<Identified> | Identified;
}
type Identified = Principal | RefusedCredential | undefined;

/** The security declaration of a card for a list of authentication methods, one of which suffices. */
export function declareSecurity(
  ways: readonly Authenticator[],
): Pick<AgentCard, "securitySchemes" | "securityRequirements"> {
  return {
    securitySchemes: Object.fromEntries(ways.map(({ name, scheme }) => [name, scheme])),
    securityRequirements: ways.map(({ name }) => ({ schemes: { [name]: { list: [] } } })),
  };
}

/**
 * Tries each authenticator in turn. If none recognizes the caller, responds with a challenge that says whether credentials are missing, wrong
 * or expired. An authenticator that is out of order counts only when no other knows the caller: the caller is then asked to retry.
 *
 * @param options.keepsTokens Whether `tokenOf` knows the tokens of callers.
 */
export function anyOf(ways: readonly Authenticator[], { keepsTokens = false } = {}): Authenticate {
  const accepted = [...new Set(ways.map((way) => way.name))].join(", ");
  return async (request) => {
    let outage: A2AError | undefined;
    let refused: RefusedCredential["refused"] | undefined;
    for (const way of ways) {
      try {
        const result = await way.authenticate(request);
        if (result === undefined) continue;
        if ("refused" in result) refused = refused === "expired" ? refused : result.refused;
        else {
          const caller = result.source === undefined ? { ...result, source: way.name } : result;
          return keepsTokens ? withToken(caller, way, request) : caller;
        }
      } catch (error) {
        if (!isA2AError(error, "UNAVAILABLE")) throw error;
        outage = error;
      }
    }
    if (outage) throw outage;
    // An authenticator of the application may not say that it refused a credential.
    const wrong = refused ?? (request.headers.authorization === undefined ? undefined : "invalid");
    return { challenge: challengeOf(ways, wrong), message: wrong ? WRONG[wrong] : `${MISSING}: ${accepted}` };
  };
}

/** A caller whose token is known, if that is how it was recognized. */
function withToken(caller: Principal, { scheme }: Authenticator, request: ServerRequest): Principal {
  const token = takesTokens(scheme) ? bearerOf(request) : undefined;
  if (token === undefined) return caller;
  // An authenticator may return the same object for callers with different tokens.
  const own = { ...caller };
  rememberToken(own, token);
  return own;
}

function takesTokens(scheme: SecurityScheme): boolean {
  if ("httpAuthSecurityScheme" in scheme) return scheme.httpAuthSecurityScheme.scheme.toLowerCase() === "bearer";
  return "oauth2SecurityScheme" in scheme || "openIdConnectSecurityScheme" in scheme;
}

const MISSING = "Authentication is required: no credentials were sent, and this agent accepts";
const WRONG = {
  invalid: "The credentials are not valid",
  expired: "The token has expired",
};

/** The value of `WWW-Authenticate`. Bearer tokens that are not valid are reported as RFC 6750 (section 3.1) wants it. */
function challengeOf(ways: readonly Authenticator[], wrong: RefusedCredential["refused"] | undefined): string {
  const reason = wrong ? `, error="invalid_token", error_description="${WRONG[wrong]}"` : "";
  const challenges = ways.map(({ challenge }) => (/^(Bearer|DPoP) /.test(challenge) ? challenge + reason : challenge));
  return [...new Set(challenges)].join(", ");
}

import type { ServerRequest } from "@a2a/bridge";
import { type A2AError, type AgentCard, isA2AError, type Principal, type SecurityScheme } from "@a2a/types";
import type { Authenticate } from "./authenticate.ts";

/** One way to prove who one is: how the card declares it, and how it is checked. */
export interface Authenticator {
  /** The name of the scheme in the card. */
  readonly name: string;
  /** How the card declares it. */
  readonly scheme: SecurityScheme;
  /** The `WWW-Authenticate` header for a caller without credentials. */
  readonly challenge: string;
  /**
   * The caller, or `undefined` when the request holds no credential of this kind or a wrong one. Throws an `A2AError` `UNAVAILABLE`
   * when that cannot be found out now.
   */
  authenticate(request: ServerRequest): Promise<Principal | undefined> | Principal | undefined;
}

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
 * Tries each authenticator in turn. If none recognizes the caller, responds with a challenge. A way that is out of order counts only
 * when no other knows the caller: it is told to come back later then.
 */
export function anyOf(ways: readonly Authenticator[]): Authenticate {
  const challenge = ways.map((way) => way.challenge).join(", ");
  return async (request) => {
    let outage: A2AError | undefined;
    for (const way of ways) {
      try {
        const principal = await way.authenticate(request);
        if (principal !== undefined)
          return principal.source === undefined ? { ...principal, source: way.name } : principal;
      } catch (error) {
        if (!isA2AError(error, "UNAVAILABLE")) throw error;
        outage = error;
      }
    }
    if (outage) throw outage;
    return { challenge };
  };
}

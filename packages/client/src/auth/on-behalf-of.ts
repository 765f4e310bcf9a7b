import { A2AError, type AgentTurn } from "@a2a/types";
import type { Credential, SchemeUse } from "./credential.ts";
import { takesTokens } from "./http-credentials.ts";
import type { TokenExchange } from "./token-exchange.ts";

/**
 * The identity of the caller of a turn, for an agent that the executor calls: the caller's token is exchanged for one that is meant for that
 * agent only. The server has to give the token to turns (`security.callerToken`). Without `scope` in the exchange, the new token has the
 * scopes that the agent's card requires. Calls reject with an `A2AError` `UNAUTHENTICATED` when the turn has no token: its caller proved
 * itself in another way, the message waited for an earlier turn, or the turn runs again after a crash.
 */
export function onBehalfOf({ secrets }: Pick<AgentTurn, "secrets">, exchange: TokenExchange): Credential {
  const { callerToken } = secrets;
  const exchanged = async ({ scopes }: SchemeUse, refused?: string) => {
    if (typeof callerToken !== "string") {
      throw new A2AError(
        "UNAUTHENTICATED",
        "The caller's identity cannot be passed on: this turn has no token of its caller",
      );
    }
    return await exchange(callerToken, {
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      ...(refused !== undefined && { refused }),
    });
  };
  return {
    name: "exchanged token of the caller",
    fits: takesTokens,
    async prove(use) {
      return { headers: { Authorization: `Bearer ${await exchanged(use)}` } };
    },
    async renew({ headers }, use) {
      const refused = (headers?.Authorization ?? "").replace(/^Bearer /, "");
      return (await exchanged(use, refused)) !== refused;
    },
  };
}

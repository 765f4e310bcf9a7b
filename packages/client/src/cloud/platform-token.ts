import type { Credential } from "../auth/credential.ts";
import { takesTokens } from "../auth/http-credentials.ts";
import { reveal } from "../auth/secret-text.ts";

/**
 * A token of a cloud platform. It is requested for each call: the vendors' libraries keep tokens and renew them. Platforms check it in front of the agent, whose card
 * may not declare it.
 */
export function platformToken(name: string, getToken: () => Promise<string | null | undefined>): Credential {
  return {
    name,
    fits: takesTokens,
    undeclared: { httpAuthSecurityScheme: { scheme: "Bearer" } },
    async prove() {
      return { headers: { Authorization: `Bearer ${reveal((await getToken()) ?? "", name)}` } };
    },
  };
}

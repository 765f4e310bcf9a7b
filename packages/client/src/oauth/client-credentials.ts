import type { Credential } from "../auth/credential.ts";
import { oauth } from "./oauth.ts";
import type { OAuthOptions } from "./options.ts";

/** The client and the token endpoint. */
export interface ClientCredentialsOptions
  extends Pick<OAuthOptions, "tokenUrl" | "scope" | "clientAuth" | "now">,
    Required<Pick<OAuthOptions, "clientId" | "clientSecret">> {}

/**
 * Tokens of OAuth 2.0 client credentials: one is fetched when it is first needed, again at 80 % of its lifetime, and once more when the
 * agent does not accept it. Callers at the same time share one request. `oauth` of `@a2a/client/oauth` has more options.
 */
export function clientCredentials(options: ClientCredentialsOptions): Credential {
  return oauth(options);
}

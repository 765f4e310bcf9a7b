import type { Authenticator } from "./authenticator.ts";
import type { Dpop } from "./dpop.ts";

/** How an authenticator of access tokens presents itself: as DPoP where all tokens are bound to keys, else as bearer tokens. */
export function declarationOf(
  dpop: Dpop | undefined,
  bearerFormat: string,
): Pick<Authenticator, "name" | "scheme" | "challenge"> {
  if (dpop?.isRequired) {
    const scheme = { httpAuthSecurityScheme: { scheme: "DPoP", bearerFormat } };
    return { name: "dpop", scheme, challenge: dpop.challenge };
  }
  const challenge = 'Bearer realm="a2a"';
  return {
    name: "bearer",
    scheme: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat } },
    challenge: dpop ? `${challenge}, ${dpop.challenge}` : challenge,
  };
}

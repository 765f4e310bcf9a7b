import { LocalError, type SecurityScheme } from "@a2a/types";
import type { Credential } from "./credential.ts";
import { reveal, type SecretText } from "./secret-text.ts";

/** A key in a header, the query or a cookie, wherever the card wants it. With `name`, only for a scheme whose key has that name. */
export function apiKey(key: SecretText, { name }: { name?: string } = {}): Credential {
  return {
    name: "API key",
    fits: (scheme) =>
      "apiKeySecurityScheme" in scheme && (name === undefined || scheme.apiKeySecurityScheme.name === name),
    async prove({ scheme }) {
      if (!("apiKeySecurityScheme" in scheme)) return {};
      const value = reveal(key, "API key");
      const { location, name: member } = scheme.apiKeySecurityScheme;
      if (location === "query") return { query: { [member]: value } };
      return {
        headers: location === "cookie" ? { Cookie: `${member}=${encodeURIComponent(value)}` } : { [member]: value },
      };
    },
  };
}

/** A user name and a password. */
export function basic(username: string, password: SecretText): Credential {
  if (username.includes(":")) throw new LocalError("CONFIG", "a Basic user name must not contain a colon");
  return {
    name: "user name and password",
    fits: (scheme) => isHttp(scheme, "basic"),
    async prove() {
      const bytes = new TextEncoder().encode(`${username}:${reveal(password, "password")}`);
      return { headers: { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } };
    },
  };
}

/**
 * A token, or a function that gives one: it is asked again when the agent does not accept the token any longer. With `undeclared`, the
 * token is sent to the agent even if its card declares no security scheme.
 */
export function bearer(
  token: SecretText | (() => SecretText | Promise<SecretText>),
  { undeclared = false }: { undeclared?: boolean } = {},
): Credential {
  let known: string | undefined;
  const ask = async () => reveal(typeof token === "function" ? await token() : token, "token");
  return {
    name: "bearer token",
    fits: takesTokens,
    ...(undeclared && { undeclared: { httpAuthSecurityScheme: { scheme: "Bearer" } } }),
    async prove() {
      known ??= await ask();
      return { headers: { Authorization: `Bearer ${known}` } };
    },
    async renew(refused) {
      if (typeof token !== "function") return false;
      known = await ask();
      return refused.headers?.Authorization !== `Bearer ${known}`;
    },
  };
}

/** Whether a scheme is met by a token in the `Authorization` header. */
export function takesTokens(scheme: SecurityScheme): boolean {
  return isHttp(scheme, "bearer") || "oauth2SecurityScheme" in scheme || "openIdConnectSecurityScheme" in scheme;
}

/** Whether a scheme is one of the `Authorization` header, by its name in lower case. */
export function isHttp(scheme: SecurityScheme, name: string): boolean {
  return "httpAuthSecurityScheme" in scheme && scheme.httpAuthSecurityScheme.scheme.toLowerCase() === name;
}

import type { ServerRequest } from "@a2a/bridge";
import type { Principal } from "@a2a/types";
import type { Authenticator } from "./authenticator.ts";
import { checkAuthOptions } from "./check-auth-options.ts";
import { SecretTable } from "./secrets.ts";

/** Keys and where they are sent. */
export interface ApiKeyOptions {
  /**
   * Each key and who holds it: a name, or all that is known of the caller. Several keys may belong to one caller, so that keys can be
   * rotated. A key may be given by its SHA-256 digest, as `sha256:` and 64 hexadecimal digits.
   */
  keys: Readonly<Record<string, string | Principal>>;
  /** Default `header`. */
  location?: "header" | "query" | "cookie";
  /** The name of the header, query parameter or cookie. Default `X-API-Key`. */
  name?: string;
}

/** Callers prove themselves by a key. */
export function apiKey(options: ApiKeyOptions): Authenticator {
  checkAuthOptions("apiKey", options, OPTIONS);
  const { keys, location = "header", name = "X-API-Key" } = options;
  const table = new SecretTable(keys, "apiKey: keys");
  return {
    name: "apiKey",
    scheme: { apiKeySecurityScheme: { location, name } },
    challenge: `ApiKey realm="a2a", name="${name}"`,
    async authenticate(request) {
      const key = keyIn(request, location, name);
      return key === undefined ? undefined : ((await table.find(key)) ?? { refused: "invalid" });
    },
  };
}
const OPTIONS: Readonly<Record<keyof ApiKeyOptions, true>> = { keys: true, location: true, name: true };

function keyIn(request: ServerRequest, location: string, name: string): string | undefined {
  if (location === "header") return request.headers[name.toLowerCase()];
  if (location === "query") return new URLSearchParams(request.query).get(name) ?? undefined;
  for (const cookie of (request.headers.cookie ?? "").split(";")) {
    const [key, ...value] = cookie.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}

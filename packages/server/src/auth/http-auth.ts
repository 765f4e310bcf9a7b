import type { Principal } from "@a2a/types";
import type { Authenticator } from "./authenticator.ts";
import { checkAuthOptions } from "./check-auth-options.ts";
import { credentialsOf } from "./credentials.ts";
import { SecretTable } from "./secrets.ts";

/** Bearer tokens and who they stand for. */
export interface BearerOptions {
  /** Fixed tokens and who holds each of them. A token may be given by its SHA-256 digest, as `sha256:` and 64 hexadecimal digits. */
  tokens?: Readonly<Record<string, string | Principal>>;
  /** Checks a token otherwise: by introspection, in a database. `undefined` means that it is not valid. */
  verify?: (token: string) => Promise<Principal | undefined> | Principal | undefined;
  /** The format of tokens, for the card: `JWT`, `opaque`. */
  format?: string;
}

/** Callers prove themselves by a bearer token. */
export function bearer(options: BearerOptions): Authenticator {
  checkAuthOptions("bearer", options, OPTIONS);
  const { tokens = {}, verify, format } = options;
  const table = new SecretTable(tokens, "bearer: tokens");
  if (Object.keys(tokens).length === 0 && verify === undefined) {
    throw new TypeError('bearer: expected tokens such as { "s3cr3t": "ann" }, or verify; found neither');
  }
  return {
    name: "bearer",
    scheme: { httpAuthSecurityScheme: { scheme: "Bearer", ...(format !== undefined && { bearerFormat: format }) } },
    challenge: 'Bearer realm="a2a"',
    async authenticate(request) {
      const token = credentialsOf(request, "bearer");
      if (token === undefined) return undefined;
      return (await table.find(token)) ?? (await verify?.(token)) ?? { refused: "invalid" };
    },
  };
}
const OPTIONS: Readonly<Record<keyof BearerOptions, true>> = { tokens: true, verify: true, format: true };

/** Callers prove themselves by name and password. */
export function basic(
  verify: (name: string, password: string) => Promise<Principal | undefined> | Principal | undefined,
): Authenticator {
  return {
    name: "basic",
    scheme: { httpAuthSecurityScheme: { scheme: "Basic" } },
    challenge: 'Basic realm="a2a", charset="UTF-8"',
    async authenticate(request) {
      const credentials = credentialsOf(request, "basic");
      if (credentials === undefined) return undefined;
      const pair = decodePair(credentials);
      return (pair && (await verify(pair[0], pair[1]))) ?? { refused: "invalid" };
    },
  };
}

function decodePair(credentials: string): [string, string] | undefined {
  try {
    const bytes = Uint8Array.from(atob(credentials), (unit) => unit.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
  } catch {
    return undefined; // not base64, or not UTF-8
  }
}

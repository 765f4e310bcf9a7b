import type { ServerRequest } from "@a2a/bridge";
import type { Principal } from "@a2a/types";
import type { Authenticator } from "./authenticator.ts";
import { SecretTable } from "./secrets.ts";

/** Bearer tokens and who they stand for. */
export interface BearerOptions {
  /** Fixed tokens and who holds each of them. */
  tokens?: Readonly<Record<string, string | Principal>>;
  /** Checks a token otherwise: by introspection, in a database. `undefined` means that it is not valid. */
  verify?: (token: string) => Promise<Principal | undefined> | Principal | undefined;
  /** The format of tokens, for the card: `JWT`, `opaque`. */
  format?: string;
}

/** Callers prove themselves by a bearer token. */
export function bearer({ tokens = {}, verify, format }: BearerOptions): Authenticator {
  const table = new SecretTable(tokens);
  return {
    name: "bearer",
    scheme: { httpAuthSecurityScheme: { scheme: "Bearer", ...(format !== undefined && { bearerFormat: format }) } },
    challenge: 'Bearer realm="a2a"',
    async authenticate(request) {
      const token = credentialsOf(request, "bearer");
      if (token === undefined) return undefined;
      const holder = await table.find(token);
      if (holder !== undefined) return typeof holder === "string" ? { subject: holder } : holder;
      return verify?.(token);
    },
  };
}

/** Callers prove themselves by name and password. */
export function basic(
  verify: (name: string, password: string) => Promise<Principal | undefined> | Principal | undefined,
): Authenticator {
  return {
    name: "basic",
    scheme: { httpAuthSecurityScheme: { scheme: "Basic" } },
    challenge: 'Basic realm="a2a", charset="UTF-8"',
    authenticate(request) {
      const pair = decodePair(credentialsOf(request, "basic"));
      return pair && verify(pair[0], pair[1]);
    },
  };
}

/** What follows the scheme in the `Authorization` header, if it is that scheme. */
export function credentialsOf(request: ServerRequest, scheme: string): string | undefined {
  const header = request.headers.authorization ?? "";
  const end = header.indexOf(" ");
  if (end < 0 || header.slice(0, end).toLowerCase() !== scheme) return undefined;
  return header.slice(end + 1).trim() || undefined;
}

function decodePair(credentials: string | undefined): [string, string] | undefined {
  if (credentials === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(credentials), (unit) => unit.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
  } catch {
    return undefined; // not base64, or not UTF-8
  }
}

import { isJsonObject } from "@a2a/types";

/** An access token, and how it is renewed. */
export interface StoredToken {
  readonly accessToken: string;
  /** When it expires, in milliseconds since 1970; absent if unknown. */
  readonly expiresAt?: number;
  /** When to renew it, in milliseconds since 1970; absent: when it expires or is rejected. */
  readonly renewAt?: number;
  readonly refreshToken?: string;
  /** The endpoint that renews it. */
  readonly tokenUrl: string;
  /** The client that it was issued to. */
  readonly clientId: string;
  /** The scopes that were requested, separated by spaces. */
  readonly scope: string;
  /** The thumbprint of the key that it is bound to (DPoP); absent for a bearer token. */
  readonly jkt?: string;
}

/**
 * Where tokens are kept, as text by the origin of their agent: a `Map`, a file (`FileTokenStore` of `@a2a/client/oauth-node`), or a vault. The
 * text is secret. Use one store for each client id.
 */
export interface TokenStore {
  get(origin: string): string | undefined | Promise<string | undefined>;
  set(origin: string, token: string): unknown;
  delete(origin: string): unknown;
}

/** Reads the text of a stored token; `undefined` if it is damaged. */
export function parseToken(text: string | undefined): StoredToken | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return undefined;
    const texts = [value.accessToken, value.tokenUrl, value.clientId, value.scope];
    return texts.every((member) => typeof member === "string") ? (value as object as StoredToken) : undefined; // as it was written
  } catch {
    return undefined;
  }
}

/** Whether a token has expired, or will within seconds. */
export function hasExpired({ expiresAt }: StoredToken, now: number = Date.now()): boolean {
  return expiresAt !== undefined && expiresAt < now + 5_000;
}

/** Scopes in one text, without duplicates, as separate texts. */
export function scopesIn(...texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.split(" ") ?? []).filter((scope) => scope !== ""))];
}

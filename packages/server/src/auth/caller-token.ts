import type { ServerRequest } from "@a2a/bridge";
import type { Principal } from "@a2a/types";
import { credentialsOf } from "./credentials.ts";

// Beside the principals rather than in them, because they are stored with messages.
const tokens = new WeakMap<Principal, string>();

/** Remembers the bearer token by which a caller was authenticated, as long as its principal is in use. */
export function rememberToken(caller: Principal, token: string): void {
  tokens.set(caller, token);
}

/** The bearer token of a request. */
export function bearerOf(request: ServerRequest): string | undefined {
  return credentialsOf(request, "bearer");
}

/** The bearer token by which a caller was authenticated; `undefined` for one that proved itself in another way. */
export function tokenOf(caller: Principal): string | undefined {
  return tokens.get(caller);
}

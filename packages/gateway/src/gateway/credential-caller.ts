import type { Authenticate } from "@a2a/server";
import { bearerOf, rememberToken } from "@a2a/server/backend-kit";
import type { Principal } from "@a2a/types";

/**
 * Tells callers apart by the credentials that they bring for agents, without judging them: the agents do. A caller that changes its
 * credentials is another one.
 */
export function byCredential(headers: readonly string[]): Authenticate {
  return async (request) => {
    const shown = headers.flatMap((name) => request.headers[name] ?? []);
    if (shown.length === 0) return { subject: "anonymous" };
    const bytes = new TextEncoder().encode(JSON.stringify(shown));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const caller: Principal = { subject: btoa(String.fromCharCode(...digest)), source: "credential" };
    const token = headers.includes("authorization") ? bearerOf(request) : undefined;
    if (token !== undefined) rememberToken(caller, token);
    return caller;
  };
}

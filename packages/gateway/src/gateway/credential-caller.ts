import type { Authenticate } from "@a2a/server";

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
    return { subject: btoa(String.fromCharCode(...digest)), source: "credential" };
  };
}

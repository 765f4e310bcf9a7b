import type { ServerRequest } from "@a2a/bridge";

/** Whether a request comes from a browser, which accepts HTML. */
export function wantsPage({ method, headers }: ServerRequest): boolean {
  return (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(headers.accept ?? "");
}

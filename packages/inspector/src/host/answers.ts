import type { Answer } from "@a2a/bridge";

/** The headers of every answer: only the page's own files may run, and nothing may load or frame it. */
const HARDENED = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; media-src blob:; " +
    "frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** A JSON answer that must not be cached. */
export function jsonAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { ...HARDENED, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
    body: typeof value === "string" ? value : JSON.stringify(value),
  };
}

/** A refusal, as JSON. */
export function errorAnswer(status: number, code: string, message: string): Answer {
  return jsonAnswer({ error: { code, message } }, status);
}

/** A file of the page. */
export function fileAnswer(body: string, type: string, isImmutable: boolean): Answer {
  const cache = isImmutable ? "public, max-age=31536000, immutable" : "no-cache";
  return { status: 200, headers: { ...HARDENED, "Content-Type": type, "Cache-Control": cache }, body };
}

/**
 * The headers of the documents of diagrams instead. They run a large library on the content of agents, so each is a sandbox with an origin of its
 * own, wherever it is opened, and loads nothing but its script. Such an origin is foreign to the files of this server.
 */
const SANDBOXED = {
  ...HARDENED,
  "Content-Security-Policy":
    "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'self'",
  "X-Frame-Options": "SAMEORIGIN",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** A file of the sandbox that draws diagrams. */
export function sandboxedAnswer(body: string, type: string): Answer {
  return { status: 200, headers: { ...SANDBOXED, "Content-Type": type, "Cache-Control": "no-cache" }, body };
}

/** A stream of server-sent events. */
export function streamAnswer(body: AsyncIterable<string>): Answer {
  const headers = { ...HARDENED, "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
  return { status: 200, headers, body };
}

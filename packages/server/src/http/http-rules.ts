import { type Answer, isJsonType, type ServerRequest } from "@a2a/bridge";
import { A2AError } from "@a2a/types";
import type { IncomingRequest } from "./incoming-request.ts";

/** Rules of HTTP that hold before the protocol is looked at. */
export interface HttpRules {
  /** Origins of web pages that may call; exact, never a pattern. Default: none. */
  allowedOrigins?: readonly string[];
  /** Names under which the server may be addressed; others are refused, so that no web page can reach it by a name of its own. */
  allowedHosts?: readonly string[];
}

/** The answer of the rules; `undefined` lets the request pass. */
export function httpGate({ allowedOrigins = [], allowedHosts }: HttpRules): {
  before(request: ServerRequest): Answer | undefined;
  /** The CORS headers of an answer; none if no web page may call. */
  after: ((request: ServerRequest, answer: Answer) => Answer) | undefined;
} {
  const origins = new Set(allowedOrigins);
  const hosts = allowedHosts && new Set(allowedHosts.map((host) => host.toLowerCase()));
  // Most requests name the host in the same words as the one before.
  let lastHost: string | undefined;
  const originOf = (request: ServerRequest) => {
    const { origin } = request.headers;
    return origin !== undefined && origins.has(origin) ? origin : undefined;
  };
  return {
    before(request) {
      const { host } = request.headers;
      if (hosts && (host === undefined || host !== lastHost)) {
        if (!hosts.has(hostName(host))) return refusal(421, hostRefused(host, hosts));
        lastHost = host;
      }
      const origin = originOf(request);
      if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
        return origin === undefined ? refusal(403, "Origin is not allowed") : preflight(origin);
      }
      return undefined;
    },
    after:
      origins.size === 0
        ? undefined
        : (request, answer) => {
            const origin = originOf(request);
            const vary = { Vary: answer.headers.Vary ? `${answer.headers.Vary}, Origin` : "Origin" };
            const allow = origin === undefined ? {} : { "Access-Control-Allow-Origin": origin, ...EXPOSED };
            return { ...answer, headers: { ...answer.headers, ...vary, ...allow } };
          },
  };
}

const EXPOSED = { "Access-Control-Expose-Headers": "A2A-Extensions, A2A-Replay, Retry-After" };

function preflight(origin: string): Answer {
  return {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": "GET, POST, DELETE",
      "Access-Control-Allow-Headers":
        "Content-Type, Authorization, A2A-Version, A2A-Extensions, X-A2A-Extensions, X-API-Key, Last-Event-ID",
      "Access-Control-Max-Age": "600",
      Vary: "Origin",
    },
    body: "",
  };
}

/** The name in a Host header, without the port. */
function hostName(header: string | undefined): string {
  return (header ?? "").toLowerCase().replace(/:\d+$/, "");
}

function hostRefused(host: string | undefined, allowed: ReadonlySet<string>): string {
  return `Host "${hostName(host).slice(0, 100)}" is not allowed; allowed: ${[...allowed].slice(0, 10).join(", ")}`;
}

const CODES: Record<number, string> = { 403: "PERMISSION_DENIED", 421: "FAILED_PRECONDITION" };

function refusal(status: number, message: string): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ error: { code: status, status: CODES[status], message, details: [] } }),
  };
}

/**
 * Refuses a body that is not JSON before it is read. A web page can post plain text or a form without asking first, and nobody else
 * sends JSON under such a name.
 */
export function checkContent(request: IncomingRequest): void {
  const { "content-encoding": encoding, "content-type": type = "", origin } = request.headers;
  if (request.method !== "POST" || (request.body === "" && !request.readBody)) return;
  if (encoding !== undefined && encoding !== "identity") {
    throw new A2AError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      `Content-Encoding "${encoding.slice(0, 40)}" is not supported: send the body uncompressed`,
    );
  }
  // A page may also post without any type, which is fine from other callers; only pages have an origin.
  if (isJsonType(type) && (type !== "" || origin === undefined)) return;
  throw new A2AError(
    "CONTENT_TYPE_NOT_SUPPORTED",
    `Content-Type "${type.slice(0, 80)}" is not supported: use application/json or application/a2a+json`,
  );
}

/** The number of the last event that a reader saw, by its header `Last-Event-ID`. */
export function readLastEventId(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined;
}

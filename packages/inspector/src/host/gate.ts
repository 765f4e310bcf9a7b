import { timingSafeEqual } from "node:crypto";
import type { ServerRequest } from "@a2a/bridge";

/** Why a request is refused; all refusals are 403. */
export type Refusal = string;

/** The rules of a page that acts for its user: which requests are accepted at all, before sessions are checked. */
export class Gate {
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;

  /** The origins at which the page is served, such as `http://127.0.0.1:4100`. */
  constructor(origins: Iterable<string>) {
    this.#origins = new Set(origins);
    this.#hosts = new Set([...this.#origins].map((origin) => new URL(origin).host));
  }

  /** Any request: it must name this server, to the letter, and no page of another origin may send it. */
  refusal({ headers }: ServerRequest): Refusal | undefined {
    const { host = "", origin } = headers;
    // Compared as a whole: a name with ours as its prefix is another host.
    if (!this.#hosts.has(host.toLowerCase())) {
      return `Host "${host.slice(0, 100)}" is not allowed; allowed: ${[...this.#hosts].join(", ")}`;
    }
    if (origin !== undefined && !this.#origins.has(origin)) return `Origin "${origin.slice(0, 100)}" is not allowed`;
    return undefined;
  }

  /** A request of the page's script: only the page itself sends these. */
  scriptRefusal({ method, headers }: ServerRequest): Refusal | undefined {
    if (headers["sec-fetch-site"] !== "same-origin") return "only the page itself may call this: open it in a browser";
    if (method === "GET" || method === "HEAD") return undefined;
    if (headers.origin === undefined) return "the Origin header is missing";
    const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim();
    return type === "application/json" ? undefined : "Content-Type must be application/json";
  }
}

/** Compares secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

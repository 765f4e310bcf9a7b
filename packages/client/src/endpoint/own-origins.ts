import type { HttpClient } from "@a2a/http";
import { LocalError } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";

/**
 * The origins that the caller has named as the agent's: that of the address it gave, and those it lists. Headers and credentials go to
 * them and to no other, and only they may be addresses that are not public; any other address in a card is untrusted.
 */
export class OwnOrigins {
  readonly #origins: Set<string>;
  readonly #secure: boolean;
  /** The origin of the address that the caller gave. */
  readonly address: string | undefined;

  constructor(address: string | undefined, more: readonly string[] = []) {
    this.address = address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
    const own = [...(address === undefined ? [] : [address]), ...more].filter((url) => URL.canParse(url));
    this.#origins = new Set(own.map((url) => aliasOf(new URL(url))));
    this.#secure = own.every((url) => new URL(url).protocol === "https:");
  }

  /** Whether an address belongs to the agent. */
  has(url: string): boolean {
    return URL.canParse(url) && this.#origins.has(aliasOf(new URL(url)));
  }

  /** Adds another port of a host that belongs to the agent, for a binding that has a port of its own. Never less secure. */
  adopt(url: string): void {
    const { protocol, hostname } = new URL(url);
    const name = isLoopback(hostname) ? "localhost" : hostname;
    const isSameHost = [...this.#origins].some((origin) => new URL(origin).hostname === name);
    if (isSameHost && (protocol === "https:" || !this.#secure)) this.#origins.add(aliasOf(new URL(url)));
  }

  /** Why an address must not be called, or `undefined`. Names are not resolved here; the exchange for Node does that. */
  refusal(url: string): LocalError | undefined {
    if (this.has(url)) return undefined;
    const { protocol, hostname, host } = new URL(url);
    if (protocol !== "https:" && protocol !== "http:") {
      return new LocalError("BLOCKED", `the card names a ${protocol} URL; supported: https:, http:`);
    }
    if (protocol === "http:" && this.#secure) {
      return new LocalError(
        "BLOCKED",
        `the card points to ${host} over plain HTTP, although the agent was addressed over HTTPS`,
      );
    }
    if (!isLiteral(hostname)) return undefined;
    return new LocalError(
      "BLOCKED",
      `the card points to ${host}, which is not the agent's own origin: pass it in \`origins\` to allow it`,
    );
  }

  /** The exchange with headers for the agent's own origins. */
  withHeaders(http: HttpClient, headers: Readonly<Record<string, string>> | undefined): HttpClient {
    if (headers === undefined) return http;
    return (request) =>
      http(this.has(request.url) ? { ...request, headers: { ...headers, ...request.headers } } : request);
  }
}

/** An origin, in which all names of the own machine count as one: `localhost` and `127.0.0.1`. */
function aliasOf({ protocol, hostname, port }: URL): string {
  const name = isLoopback(hostname) ? "localhost" : hostname;
  return `${protocol}//${name}:${port || (protocol === "https:" ? "443" : "80")}`;
}

/** An IP address or a local host name, which do not identify a public agent. */
function isLiteral(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("[") || /^[\d.]+$/.test(host);
}

import { LocalError } from "@a2a/types";

/** Refuses an address by throwing a `LocalError` `BLOCKED`. */
export type UrlGuard = (url: URL) => void;

/** Which addresses may be called. */
export interface EgressPolicy {
  /** Whether loopback, private, link-local and other special addresses may be called. Default false. */
  allowPrivate?: boolean;
  /**
   * Hosts that may be called at any address and over plain HTTP: for development, and for peers that you trust. An entry with a port
   * (`build.internal:8080`) allows that port only.
   */
  allowHosts?: readonly string[];
  /** Whether plain HTTP may be used with other hosts. Default false. */
  allowHttp?: boolean;
  /** The ports at which public hosts may be called. Default: all. */
  ports?: readonly number[];
}

/**
 * Checks what can be known of an address before it is resolved: its scheme, its credentials, a literal IP. What a name resolves to
 * is only known to the connection: `nodeClient` checks that as well, `fetchClient` cannot. `isSpecial` tells the addresses that are not
 * public.
 */
export function urlGuardWith(policy: EgressPolicy, isSpecial: (address: string) => boolean): UrlGuard {
  const isTrusted = trustedHosts(policy);
  return (url) => {
    checkForm(url);
    if (url.href.length > MAX_URL_LENGTH) throw blocked(url, `the URL is longer than ${MAX_URL_LENGTH} characters`);
    const host = bare(url.hostname.toLowerCase());
    if (isTrusted(host, portOf(url))) return;
    const special = isSpecial(host);
    if (special && !policy.allowPrivate) throw blocked(url, "not a public address");
    if (url.protocol === "http:" && !special && !policy.allowHttp) {
      throw blocked(url, "public hosts require https");
    }
    if (policy.ports && !special && !policy.ports.includes(portOf(url))) {
      throw blocked(url, `allowed ports: ${policy.ports.join(", ")}`);
    }
  };
}

/** The URL of a request. With any policy, it must be absolute, use HTTP or HTTPS, and contain no credentials. */
export function readTarget(address: string): URL {
  if (!URL.canParse(address)) {
    throw new LocalError("BLOCKED", "the address must be an absolute URL, such as https://agent.example/a2a");
  }
  const url = new URL(address);
  checkForm(url);
  return url;
}

/** Whether a host may have any address at a port: all ports of a host that was named without one, otherwise the port named. */
export function trustedHosts({ allowHosts = [] }: EgressPolicy): (host: string, port: number) => boolean {
  const trusted = new Set(
    allowHosts.map((entry) => {
      const [, host = entry, port = ""] = HOST_AND_PORT.exec(entry) ?? [];
      return `${bare(host.toLowerCase())} ${port}`;
    }),
  );
  return (host, port) => {
    const name = bare(host.toLowerCase());
    return trusted.has(`${name} `) || trusted.has(`${name} ${port}`);
  };
}

/** A port follows a name, or an IPv6 address in brackets; without brackets the whole is an address. */
const HOST_AND_PORT = /^([^:]*|\[.*\]):(\d+)$/;

function checkForm(url: URL): void {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw blocked(url, `scheme ${url.protocol} is not supported; supported: https:, http:`);
  }
  if (url.username !== "" || url.password !== "") throw blocked(url, "URLs must not contain credentials");
}

/** The longest URL that is called, in characters: more than servers commonly accept. */
const MAX_URL_LENGTH = 16_384;

/** The port, also if the address leaves it to the scheme. */
export function portOf({ port, protocol }: Pick<URL, "port" | "protocol">): number {
  return port === "" ? (protocol === "http:" ? 80 : 443) : Number(port);
}

/** An IPv6 address without its brackets; anything else as it is. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

function blocked(url: URL, reason: string): LocalError {
  return new LocalError("BLOCKED", `${url.protocol}//${url.host} is blocked: ${reason}`);
}

import { LocalError } from "@a2a/types";
import { isSpecialAddress } from "./special-address.ts";

/** Refuses an address by throwing a `LocalError` `BLOCKED`. */
export type UrlGuard = (url: URL) => void;

/** Which addresses may be called. */
export interface EgressPolicy {
  /** Whether loopback, private, link-local and other special addresses may be called. Default false. */
  allowPrivate?: boolean;
  /**
   * Hosts that may be called whatever they resolve to, and over plain HTTP: for development, and for peers one knows. With a port
   * (`build.internal:8080`) only that port is meant.
   */
  allowHosts?: readonly string[];
  /** Whether plain HTTP may be used with other hosts. Default false. */
  allowHttp?: boolean;
  /** The ports at which public hosts may be called. Default: all. */
  ports?: readonly number[];
}

/**
 * Checks what can be known of an address before it is resolved: its scheme, its credentials, a literal IP. What a name resolves to
 * is only known to the connection: `nodeClient` checks that as well, `fetchClient` cannot.
 */
export function urlGuard(
  policy: EgressPolicy = {},
  isSpecial: (address: string) => boolean = isSpecialAddress,
): UrlGuard {
  const trusted = new Set((policy.allowHosts ?? []).map((host) => bare(host.toLowerCase())));
  return (url) => {
    checkForm(url);
    const host = bare(url.hostname.toLowerCase());
    if (trusted.has(host) || trusted.has(url.host.toLowerCase())) return;
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

/** The address of a request, which has to be absolute, of HTTP, and without credentials, whatever the policy. */
export function readTarget(address: string): URL {
  if (!URL.canParse(address)) {
    throw new LocalError("BLOCKED", "the address must be an absolute URL, such as https://agent.example/a2a");
  }
  const url = new URL(address);
  checkForm(url);
  return url;
}

/** Whether a name may resolve to any address: that of a trusted host, with or without its port. */
export function trustsName(policy: EgressPolicy): (name: string) => boolean {
  const names = new Set((policy.allowHosts ?? []).map((host) => host.toLowerCase().replace(/:\d+$/, "")));
  return (name) => policy.allowPrivate === true || names.has(name.toLowerCase());
}

function checkForm(url: URL): void {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw blocked(url, `scheme ${url.protocol} is not supported; supported: https:, http:`);
  }
  if (url.username !== "" || url.password !== "") throw blocked(url, "URLs must not contain credentials");
}

/** The port, also where the address leaves it to the scheme. */
function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "http:" ? 80 : 443) : Number(port);
}

/** An IPv6 address without its brackets; anything else as it is. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

function blocked(url: URL, reason: string): LocalError {
  return new LocalError("BLOCKED", `${url.protocol}//${url.host} is blocked: ${reason}`);
}

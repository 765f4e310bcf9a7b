import { LocalError } from "@a2a/types";

/** Refuses an address by throwing a `LocalError` `BLOCKED`. */
export type UrlGuard = (url: URL) => void;

/** Which addresses may be called. */
export interface EgressPolicy {
  /** Whether loopback, private, link-local and other special addresses may be called. Default false. */
  allowPrivate?: boolean;
  /** Hosts that may be called whatever they resolve to, and over plain HTTP: for development, and for peers one knows. */
  allowHosts?: readonly string[];
  /** Whether plain HTTP may be used with other hosts. Default false. */
  allowHttp?: boolean;
}

/** Checks what can be known of an address before it is resolved: its scheme, its credentials, a literal IP. */
export function urlGuard(policy: EgressPolicy, isSpecial: (address: string) => boolean): UrlGuard {
  const trusted = new Set((policy.allowHosts ?? []).map((host) => host.toLowerCase()));
  return (url) => {
    const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw blocked(url, `${url.protocol}// addresses are not called`);
    }
    if (url.username !== "" || url.password !== "") throw blocked(url, "credentials do not belong into an address");
    if (trusted.has(host) || trusted.has(url.host.toLowerCase())) return;
    if (!policy.allowPrivate && isSpecial(host)) throw blocked(url, "it is not a public address");
    if (url.protocol === "http:" && !policy.allowHttp && !(policy.allowPrivate && isSpecial(host))) {
      throw blocked(url, "plain HTTP is not used with public hosts: use https");
    }
  };
}

/** The error for an address that must not be called. */
export function blocked(url: URL, reason: string): LocalError {
  return new LocalError("BLOCKED", `${url.protocol}//${url.host} must not be called: ${reason}`);
}

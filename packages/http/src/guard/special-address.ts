import ipaddr from "ipaddr.js";

/** Whether a host is an address that is not public: loopback, private, link-local, carrier-grade, mapped and so on. */
export function isSpecialAddress(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  if (!ipaddr.isValid(host)) return false;
  // `process` unwraps IPv4 addresses that are mapped into IPv6.
  return ipaddr.process(host).range() !== "unicast";
}

import ipaddr from "ipaddr.js";

/**
 * Whether a host is an address that is not public: loopback, private, link-local, carrier-grade, mapped, translated and so on.
 * A name is not resolved: of names only `localhost` is known.
 */
export function isSpecialAddress(host: string): boolean {
  const name = host.replace(/\.$/, "").toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  if (!ipaddr.isValid(name)) return false;
  // `process` unwraps IPv4 addresses that are mapped into IPv6.
  const address = ipaddr.process(name);
  if (address.range() !== "unicast" || address.toString() === AZURE_HOST) return true;
  // What is public in IPv6 is in 2000::/3; outside of it are, among others, IPv4 addresses in their old compatible form.
  return address instanceof ipaddr.IPv6 && !address.match(PUBLIC_IPV6);
}
/** The host of a virtual machine on Azure: in a public range, but answered by the machine below, with secrets. */
const AZURE_HOST = "168.63.129.16";
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

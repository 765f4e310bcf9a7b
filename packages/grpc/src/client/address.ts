import { isLoopback } from "@a2a/types/internal";

/**
 * The URL of an address in a card, which is `host:port`; a scheme is accepted. Without one it is TLS, unless the card itself was read
 * in cleartext from the same host.
 */
export function resolveAddress(address: string, base: string | undefined): string | undefined {
  const [, scheme = "", rest = address] = /^([a-z][a-z0-9+.-]*):\/\/\/?(.*)$/i.exec(address) ?? [];
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const isNamed = scheme !== "" && scheme.toLowerCase() !== "dns";
  const url = `https://${authority}`;
  if (authority === "" || !URL.canParse(url)) return undefined;
  const isCleartext = isNamed ? CLEARTEXT.has(scheme.toLowerCase()) : isCleartextHost(new URL(url).hostname, base);
  const { href } = new URL(isCleartext ? `http://${authority}` : url);
  return href.replace(/\/$/, "");
}

const CLEARTEXT: ReadonlySet<string> = new Set(["http", "grpc"]);

function isCleartextHost(hostname: string, base: string | undefined): boolean {
  if (base === undefined) return isLoopback(hostname);
  const { protocol, hostname: own } = new URL(base);
  return protocol === "http:" && (own === hostname || (isLoopback(own) && isLoopback(hostname)));
}

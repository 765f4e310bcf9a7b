import type { AgentCard } from "@a2a/types";

/** The path of a URL without a slash at its end; empty for an origin. */
export function pathOf(url: string): string {
  return trimSlash(new URL(url).pathname);
}

/** A path without a slash at its end. */
export function trimSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Whether a path is a base path or lies below it. */
export function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && (path.length === base.length || path[base.length] === "/");
}

/** A path relative to a base path; as it is where it does not lie below it, as behind a proxy that strips the base path. */
export function relativePath(path: string, base: string): string {
  return base !== "" && isBelow(path, base) ? path.slice(base.length) || "/" : path;
}

/** A card whose interfaces lie below a path of their origin; an address without a scheme, as in gRPC, has no path. */
export function cardBelow(card: AgentCard, base: string): AgentCard {
  const below = (url: string) => {
    if (!url.includes("://")) return url;
    const address = new URL(url);
    // By the setter: a path that begins with two slashes must not become a host.
    address.pathname = base + address.pathname;
    return address.href;
  };
  return { ...card, supportedInterfaces: card.supportedInterfaces.map((at) => ({ ...at, url: below(at.url) })) };
}

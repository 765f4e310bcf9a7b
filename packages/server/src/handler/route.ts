import type { VersionCodec } from "@a2a/bridge";
import type { ProtocolVersion } from "@a2a/types";

/** Where a request goes: to JSON-RPC, to HTTP+JSON below its mount, or nowhere. */
export type Place =
  | { readonly kind: "rpc" /** The version whose callers use this path. */; readonly fallback?: ProtocolVersion }
  | { readonly kind: "rest" /** The path below the mount. */; readonly path: string }
  | undefined;

/** Which addresses a handler answers at. */
export interface RouteOptions {
  /** Where JSON-RPC is posted to, and below which HTTP+JSON lives. Default `/a2a`. */
  mount?: string;
  /** Whether the addresses older clients know are served too: `/`, `/rpc`, `/tasks/send` and so on. Default true. */
  aliases?: boolean;
}

/** Decides by the path alone. */
export function router(
  { mount = "/a2a", aliases = true }: RouteOptions,
  codecs: readonly VersionCodec[],
): (method: string, path: string) => Place {
  const fallback = codecs.find(({ customaryPaths }) => customaryPaths)?.version;
  const base = mount.replace(/\/$/, "");
  const below = `${base}/`;
  return (method, path) => {
    if (path === base || path === below) return method === "POST" ? RPC : undefined;
    const old = aliases && method === "POST" ? oldAddress(path, base, fallback) : undefined;
    if (old) return old;
    return path.startsWith(below) ? { kind: "rest", path: path.slice(base.length) } : undefined;
  };
}

const RPC: Place = { kind: "rpc" };

/** Addresses that older clients use whatever the card says. */
function oldAddress(path: string, base: string, fallback: ProtocolVersion | undefined): Place {
  if (path === "/") return RPC;
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  if (!CUSTOMARY.has(below)) return undefined;
  return fallback === undefined ? RPC : { kind: "rpc", fallback };
}
const CUSTOMARY = new Set(["/rpc", "/tasks/send", "/tasks/get", "/tasks/cancel"]);

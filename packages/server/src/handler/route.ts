import type { BindingName, VersionCodec } from "@a2a/bridge";
import type { ProtocolVersion } from "@a2a/types";

/** The binding that answers a request. */
export interface RouteTarget {
  readonly binding: BindingName;
  /** The path below the mount. */
  readonly path: string;
  /** The protocol version whose callers use this path. */
  readonly fallback: ProtocolVersion | undefined;
}

/** Which paths a handler answers at. */
export interface RouteOptions {
  /** Where JSON-RPC is posted to, and below which HTTP+JSON lives. Default `/a2a`. */
  mount?: string;
  /** Whether the paths older clients know are served too: `/`, `/rpc`, `/tasks/send` and so on. Default true. */
  aliases?: boolean;
}

/** Chooses a binding by the path alone; `undefined` where there is none. */
export function router(
  { mount = "/a2a", aliases = true }: RouteOptions,
  codecs: readonly VersionCodec[],
): (method: string, path: string) => RouteTarget | undefined {
  const base = mount.replace(/\/$/, "");
  const below = `${base}/`;
  const fallback = codecs.find(({ customaryPaths }) => customaryPaths)?.version;
  const customary = { ...RPC, fallback };
  return (method, path) => {
    if (path === base || path === below) return method === "POST" ? RPC : undefined;
    const isBelow = path.startsWith(below);
    const rest = isBelow ? path.slice(base.length) : path;
    if (aliases && method === "POST") {
      if (path === "/") return RPC;
      if (CUSTOMARY.has(rest)) return customary;
    }
    return isBelow ? { binding: "HTTP+JSON", path: rest, fallback: undefined } : undefined;
  };
}

const RPC: RouteTarget = { binding: "JSONRPC", path: "", fallback: undefined };

/** Paths that older clients use whatever the card says. */
const CUSTOMARY = new Set(["/rpc", "/tasks/send", "/tasks/get", "/tasks/cancel"]);

import type { BindingName, VersionCodec } from "@a2a/bridge";
import type { ProtocolVersion } from "@a2a/types";
import { isBelow, trimSlash } from "../util/base-path.ts";

/** The binding that answers a request. */
export interface RouteTarget {
  readonly binding: BindingName;
  /** The path below the mount. */
  readonly path: string;
  /** The protocol version whose callers use this path. */
  readonly fallback: ProtocolVersion | undefined;
  /** Whether callers that use this path poll for results, so that their sends are answered at once. */
  readonly returnsImmediately?: true;
}

/** Which paths a handler answers at. */
export interface RouteOptions {
  /** Where JSON-RPC is posted to, and below which HTTP+JSON lives. Default `/a2a`. */
  mount?: string;
  /**
   * The path below which everything lives, `mount` and the card included, such as `/agents/foo`; requests elsewhere have no route.
   * Where a framework or proxy strips the path, name it in `baseUrl` instead. Default: the path of `baseUrl`, which requests may have
   * or not.
   */
  basePath?: string;
  /** Whether the paths older clients know are served too: `/`, `/rpc`, `/tasks/send` and so on. Default true. */
  aliases?: boolean;
}

/** Finds the route of a path. */
export interface Router {
  /** The binding that answers; `undefined` for documents, and where there is none. */
  find(method: string, path: string): RouteTarget | undefined;
  /** Whether the handler answers this path. */
  owns(method: string, path: string): boolean;
}

/** A router for the protocol versions served. Paths are relative to the base path. */
export function createRouter(
  { mount = "/a2a", aliases = true }: RouteOptions,
  codecs: readonly VersionCodec[],
  documents: ReadonlySet<string> = DOCUMENTS,
): Router {
  const isDocument = (path: string) => documents.has(path) || (aliases && path === CARD_ALIAS);
  const base = trimSlash(mount);
  const below = `${base}/`;
  const fallback = codecs.find(({ customaryPaths }) => customaryPaths)?.version;
  const customary: RouteTarget = { ...RPC, fallback };
  const polled: RouteTarget = { ...customary, returnsImmediately: true };
  return {
    find(method, path) {
      if (isDocument(path)) return undefined;
      if (path === base || path === below) return method === "POST" ? RPC : undefined;
      const isInside = path.startsWith(below);
      const rest = isInside ? path.slice(base.length) : path;
      if (aliases && method === "POST") {
        if (path === "/") return RPC;
        if (CUSTOMARY.has(rest)) return rest === "/rpc" ? customary : polled;
      }
      return isInside ? { binding: "HTTP+JSON", path: rest, fallback: undefined } : undefined;
    },
    owns(method, path) {
      if (isBelow(path, base) || isDocument(path)) return true;
      const isAlias = path === "/" && method !== "GET" && method !== "HEAD";
      return aliases && (isAlias || (CUSTOMARY.has(path) && (method === "POST" || method === "OPTIONS")));
    },
  };
}

const RPC: RouteTarget = { binding: "JSONRPC", path: "", fallback: undefined };

/** Paths that older clients use, regardless of the card. */
export const CUSTOMARY: ReadonlySet<string> = new Set(["/rpc", "/tasks/send", "/tasks/get", "/tasks/cancel"]);

/** Where callers look for documents about the agent. */
export const DOCUMENTS: ReadonlySet<string> = new Set(["/.well-known/agent-card.json", "/.well-known/agent.json"]);

/** Where some callers of 0.1 look for the card. */
export const CARD_ALIAS = "/api/a2a/agent-card.json";

/** Where receivers of signed webhooks find the keys. */
export const JWKS = "/.well-known/jwks.json";

import { LocalError } from "@a2a/types";
import type { Agent } from "undici";
import { urlGuard } from "../guard/default-guard.ts";
import { guardedLookup, type Resolve } from "../guard/guarded-lookup.ts";
import { type EgressPolicy, portOf, readTarget, trustedHosts, type UrlGuard } from "../guard/url-guard.ts";
import type { HttpClient } from "./http-client.ts";
import type { TlsOptions } from "./tls-options.ts";
import { UndiciCall } from "./undici-call.ts";

/** How to send requests from Node. */
export interface NodeClientOptions {
  /** Which addresses may be called. Default: public ones over HTTPS. */
  egress?: EgressPolicy | undefined;
  /** The default timeout for the head of a response. Default 30,000. */
  timeoutMs?: number | undefined;
  /** The timeout for connecting. Default 10,000. */
  connectTimeoutMs?: number | undefined;
  /** The maximum number of connections per origin. Default 128. */
  connections?: number | undefined;
  /** A client certificate and trusted authorities, as PEM text. */
  tls?: TlsOptions | undefined;
  /** Resolves a host; each address must pass the policy. Default: the system resolver. */
  resolve?: Resolve | undefined;
}

/** An HTTP client over undici that checks the addresses a host resolves to. */
export interface NodeClient {
  readonly http: HttpClient;
  /** The address to connect to for a URL, for connections other than HTTP: one that was checked, as those of `http` are. */
  lookup(url: string): Promise<string>;
  /** Closes all connections, including those in use. Later requests reject with `CLOSED`. */
  close(): Promise<void>;
}

/**
 * An HTTP client for Node. It requests uncompressed responses, so that limits count the bytes on the wire. undici is loaded with the
 * first request.
 */
export function nodeClient(options: NodeClientOptions = {}): NodeClient {
  const { egress = {}, timeoutMs = 30_000 } = options;
  const target = targets(urlGuard(egress));
  let loading: Promise<Agent> | undefined;
  let agent: Agent | undefined;
  let closed = false;

  return {
    async http(request) {
      if (closed) throw new LocalError("CLOSED", "the HTTP client is closed");
      const { origin, path } = target(request.url);
      if (agent === undefined) {
        loading ??= createAgent(options, egress);
        agent = await loading;
      }
      const { method, headers = {}, body = null } = request;
      const call = new UndiciCall(request, request.timeoutMs ?? timeoutMs);
      try {
        agent.dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, call);
      } catch (error) {
        call.fail(error);
      }
      return call.response;
    },
    async lookup(url) {
      target(url);
      const at = new URL(url);
      const look = guardedLookup(mayBePrivate(egress, at), options.resolve);
      const host = at.hostname.replace(/^\[|\]$/g, "");
      return new Promise((resolve, reject) =>
        look(host, {}, (error, found) => (error ? reject(error) : resolve(String(found)))),
      );
    },
    async close() {
      closed = true;
      await (await loading)?.destroy();
    },
  };
}

/** Checks the addresses of requests. The guard checks each address once, because agents are called often at few addresses. */
function targets(guard: UrlGuard): (url: string) => { origin: string; path: string } {
  const known = new Map<string, { origin: string; path: string }>();
  return (url) => {
    let found = known.get(url);
    if (found === undefined) {
      const { origin, pathname, search } = check(readTarget(url));
      found = { origin, path: pathname + search };
      if (known.size >= 100) known.clear();
      known.set(url, found);
    }
    return found;
  };

  function check(url: URL): URL {
    guard(url);
    return url;
  }
}

async function createAgent(options: NodeClientOptions, egress: EgressPolicy): Promise<Agent> {
  const { Agent, buildConnector } = await import("undici");
  const timeout = options.connectTimeoutMs ?? 10_000;
  const connector = (isTrusted: boolean) =>
    buildConnector({ timeout, lookup: guardedLookup(isTrusted, options.resolve), ...options.tls });
  const [anywhere, inPublic] = [connector(true), connector(false)];
  return new Agent({
    connections: options.connections ?? 128,
    connect: (to, connected) => {
      return (mayBePrivate(egress, to) ? anywhere : inPublic)(to, connected);
    },
  });
}

function mayBePrivate(egress: EgressPolicy, to: Pick<URL, "hostname" | "port" | "protocol">): boolean {
  return egress.allowPrivate === true || trustedHosts(egress)(to.hostname, portOf(to));
}

import { LocalError } from "@a2a/types";
import type { Agent } from "undici";
import { guardedLookup, type Resolve } from "../guard/guarded-lookup.ts";
import { type EgressPolicy, readTarget, trustsName, type UrlGuard, urlGuard } from "../guard/url-guard.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { UndiciCall } from "./undici-call.ts";

/** How to call out from Node. */
export interface NodeExchangeOptions {
  /** Which addresses may be called. Default: public ones over HTTPS. */
  egress?: EgressPolicy | undefined;
  /** How long the head of an answer may take, unless the request says otherwise. Default 30,000. */
  timeoutMs?: number | undefined;
  /** How long a connection may take to be made. Default 10,000. */
  connectTimeoutMs?: number | undefined;
  /** How many connections to one origin at most. Default 128. */
  connections?: number | undefined;
  /** A client certificate and the authorities to trust, as PEM text. `rejectUnauthorized: false` trusts anybody. */
  tls?: { cert?: string; key?: string; ca?: string; rejectUnauthorized?: boolean } | undefined;
  /** Finds the addresses of a host, each of which then has to pass the policy. Default: as the system does. */
  resolve?: Resolve | undefined;
}

/** An exchange over undici, with the egress guard at the address that a host resolves to. */
export interface NodeExchange {
  readonly exchange: HttpExchange;
  /** Closes all connections, also those in use. Later requests are refused with `CLOSED`. */
  close(): Promise<void>;
}

/**
 * An exchange for Node. Answers are asked for uncompressed, so that the bytes on the wire are the bytes that limits count. undici is
 * loaded with the first request, so that a program that makes none does not pay for it.
 */
export function nodeExchange(options: NodeExchangeOptions = {}): NodeExchange {
  const { egress = {}, timeoutMs = 30_000 } = options;
  const target = targets(urlGuard(egress));
  let loading: Promise<Agent> | undefined;
  let agent: Agent | undefined;
  let closed = false;

  return {
    async exchange(request) {
      if (closed) throw new LocalError("CLOSED", "this exchange has been closed");
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
    async close() {
      closed = true;
      await (await loading)?.destroy();
    },
  };
}

/** Where requests go. What the guard has let pass once is not looked at again: an agent is called at few addresses, but often. */
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

async function createAgent(options: NodeExchangeOptions, egress: EgressPolicy): Promise<Agent> {
  const { Agent } = await import("undici");
  const lookup = guardedLookup(trustsName(egress), options.resolve);
  return new Agent({
    connections: options.connections ?? 128,
    connect: { timeout: options.connectTimeoutMs ?? 10_000, lookup, ...options.tls },
  });
}

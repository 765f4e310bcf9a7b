import type { Agent, Dispatcher } from "undici";
import { guardedLookup } from "../guard/guarded-lookup.ts";
import { isSpecialAddress } from "../guard/special-address.ts";
import { type EgressPolicy, urlGuard } from "../guard/url-guard.ts";
import { Deadline } from "./deadline.ts";
import type { HttpExchange, HttpResponse } from "./http-exchange.ts";

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
  /** A client certificate and the authorities to trust, as PEM text. */
  tls?: { cert?: string; key?: string; ca?: string } | undefined;
}

/** An exchange over undici, with the egress guard at the address that a host resolves to. */
export interface NodeExchange {
  readonly exchange: HttpExchange;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** An exchange for Node. undici is loaded with the first request, so that a program that makes none does not pay for it. */
export function nodeExchange(options: NodeExchangeOptions = {}): NodeExchange {
  const { egress = {}, timeoutMs = 30_000 } = options;
  const guard = urlGuard(egress, isSpecialAddress);
  let loading: Promise<Agent> | undefined;

  return {
    async exchange({ method, url, headers = {}, body, signal, timeoutMs: wanted }) {
      const target = new URL(url);
      guard(target);
      const deadline = new Deadline(signal, wanted ?? timeoutMs);
      try {
        loading ??= createAgent(options, egress);
        const agent = await loading;
        const answer = await agent.request({
          origin: target.origin,
          path: target.pathname + target.search,
          method,
          headers,
          body: body ?? null,
          signal: deadline.signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        deadline.met();
        return toResponse(answer, deadline, url);
      } catch (error) {
        deadline.done();
        throw deadline.explain(error, url);
      }
    },
    async close() {
      await (await loading)?.destroy();
    },
  };
}

async function createAgent(options: NodeExchangeOptions, egress: EgressPolicy): Promise<Agent> {
  const { Agent } = await import("undici");
  const trusted = new Set((egress.allowHosts ?? []).map((host) => host.toLowerCase()));
  const isTrusted = (host: string) => egress.allowPrivate === true || trusted.has(host.toLowerCase());
  return new Agent({
    connections: options.connections ?? 128,
    connect: { timeout: options.connectTimeoutMs ?? 10_000, lookup: guardedLookup(isTrusted), ...options.tls },
  });
}

function toResponse(answer: Dispatcher.ResponseData, deadline: Deadline, url: string): HttpResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  // An answer that nobody reads is an error of its reader, not an event that may end the process.
  answer.body.on("error", () => undefined);
  return { status: answer.statusCode, headers, body: bodyOf(answer, deadline, url) };
}

async function* bodyOf(
  answer: Dispatcher.ResponseData,
  deadline: Deadline,
  url: string,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of answer.body) yield chunk as Uint8Array; // undici's bodies are made of buffers
  } catch (error) {
    throw deadline.explain(error, url);
  } finally {
    deadline.done();
    answer.body.destroy();
  }
}

import { LocalError } from "@a2a/types";
import type { Agent, Dispatcher } from "undici";
import { guardedLookup, type Resolve } from "../guard/guarded-lookup.ts";
import { type EgressPolicy, readTarget, trustsName, urlGuard } from "../guard/url-guard.ts";
import { closingBody } from "./closing-body.ts";
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
  const guard = urlGuard(egress);
  let loading: Promise<Agent> | undefined;
  let closed = false;

  return {
    async exchange({ method, url, headers = {}, body, signal, timeoutMs: wanted }) {
      if (closed) throw new LocalError("CLOSED", "this exchange has been closed");
      const target = readTarget(url);
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
      closed = true;
      await (await loading)?.destroy();
    },
  };
}

async function createAgent(options: NodeExchangeOptions, egress: EgressPolicy): Promise<Agent> {
  const { Agent } = await import("undici");
  const lookup = guardedLookup(trustsName(egress), options.resolve);
  return new Agent({
    connections: options.connections ?? 128,
    connect: { timeout: options.connectTimeoutMs ?? 10_000, lookup, ...options.tls },
  });
}

function toResponse(answer: Dispatcher.ResponseData, deadline: Deadline, url: string): HttpResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  // An answer that nobody reads is an error of its reader, not an event that may end the process.
  answer.body.on("error", () => undefined);
  const close = () => {
    deadline.done();
    answer.body.destroy();
  };
  return { status: answer.statusCode, headers, body: closingBody(chunksOf(answer, deadline, url, close), close) };
}

async function* chunksOf(
  answer: Dispatcher.ResponseData,
  deadline: Deadline,
  url: string,
  close: () => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of answer.body) yield chunk as Uint8Array; // undici's bodies are made of buffers
  } catch (error) {
    throw deadline.explain(error, url);
  } finally {
    close();
  }
}

import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Answer,
  asA2AError,
  type Call,
  type Reply,
  type ServerRequest,
  type StreamItem,
  type VersionCodec,
} from "@a2a/bridge";
import { decodeRpcCall, EnvelopeError, readRpcRequest, rpcReply } from "@a2a/bridge/json-rpc";
import { decodeRestCall, restReply } from "@a2a/bridge/rest";
import { type AgentCard, isStreaming, type StreamResponse } from "@a2a/types";
import { type Served, serve } from "./loopback.ts";

/** The answer of a scripted agent: an output, the events of a stream, or an error to throw. */
export type Script = (call: Call) => unknown;

/** An agent made of the bridge alone: it reads strictly, answers by a script, and records its requests. */
export interface BridgeAgent extends Served {
  readonly calls: Call[];
}

/** Serves one protocol version: JSON-RPC at `/rpc`, HTTP+JSON below `/rest`, and the card at its well-known path. */
export async function serveBridgeAgent(
  codec: VersionCodec,
  cardAt: (url: string) => AgentCard,
  script: Script,
): Promise<BridgeAgent> {
  const calls: Call[] = [];
  const served = await serve((request, response) => {
    void answer(request).then((found) => write(response, found));
  });

  async function answer(request: IncomingMessage): Promise<Answer> {
    const exchange = await read(request);
    if (exchange.path.startsWith("/.well-known/")) return card();
    if (exchange.path.startsWith("/rest")) {
      const below = { ...exchange, path: exchange.path.slice("/rest".length) };
      return carryOut(restReply(below, codec), () => decodeRestCall(below, codec, { strict: true }));
    }
    try {
      const rpc = readRpcRequest(exchange.body);
      return carryOut(rpcReply(rpc.id, codec), () => decodeRpcCall(rpc, codec, { strict: true }));
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      return rpcReply(error.id, codec).error(error.error);
    }
  }

  function card(): Answer {
    const body = JSON.stringify(codec.card.encode(cardAt(served.url)));
    return { status: 200, headers: { "Content-Type": "application/json" }, body };
  }

  function carryOut(reply: Reply, decode: () => Call): Answer {
    try {
      const call = decode();
      calls.push(call);
      const output = script(call);
      // The script matches the operation; its type is lost on the way here.
      if (isStreaming(call.operation)) return reply.stream(call, items(output as StreamResponse[]));
      return reply.result(call, output as never);
    } catch (error) {
      return reply.error(asA2AError(error));
    }
  }

  return { url: served.url, calls, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
}

async function* items(events: readonly StreamResponse[]): AsyncGenerator<readonly StreamItem[], void, void> {
  yield events.map((event, index) => ({ event, id: index + 1 }));
}

async function read(request: IncomingMessage): Promise<ServerRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, search } = new URL(request.url ?? "/", "http://agent.invalid");
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: request.method ?? "GET",
    path: pathname,
    query: search.slice(1),
    headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

async function write(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  // One connection per response, so that none is left open when a test ends.
  response.writeHead(status, { ...headers, Connection: "close" });
  if (typeof body === "string") {
    response.end(body);
    return;
  }
  for await (const chunk of body) response.write(chunk);
  response.end();
}

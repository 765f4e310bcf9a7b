import type { ServerResponse } from "node:http";
import type { JsonObject, JsonValue } from "@a2a/types";
import { answer, type Peer, type Received, servePeer } from "./peer.ts";

/** A JSON-RPC call that a peer received. */
export interface RpcCall extends Received {
  readonly id: JsonValue;
  readonly rpcMethod: string;
  readonly params: JsonObject;
}

/** What a peer does with one JSON-RPC method: gives a result, or writes the answer itself and gives nothing. */
export type Method = (call: RpcCall, response: ServerResponse) => unknown;

/** An error of JSON-RPC, to be thrown by a method. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: JsonValue | undefined;

  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** How a peer plays an agent. */
export interface AgentPeerOptions {
  /** The card, by the address of the peer; none: 404. */
  card?: (url: string) => JsonValue;
  /** Where the card is. Default: at both well-known places. */
  cardPaths?: readonly string[];
  /** Where JSON-RPC is posted to. Default: everywhere. */
  rpcPath?: string;
  methods?: Readonly<Record<string, Method>>;
  /** Everything else: HTTP+JSON. */
  other?: (request: Received, response: ServerResponse) => unknown;
}

/** A peer that plays an agent of any protocol version, as told. */
export async function serveAgentPeer(options: AgentPeerOptions): Promise<Peer> {
  const { card, methods = {}, rpcPath, other } = options;
  const cardPaths = options.cardPaths ?? ["/.well-known/agent-card.json", "/.well-known/agent.json"];
  const peer: Peer = await servePeer(async (request, response) => {
    const path = request.path.split("?", 1)[0] ?? "";
    if (request.method === "GET" && cardPaths.includes(path) && card) return answer(response, card(peer.url));
    if (request.method === "POST" && (rpcPath === undefined || rpcPath === path) && isRpc(request.body)) {
      return answerRpc(request, response, methods);
    }
    if (other) return other(request, response);
    answer(response, "<html>not here</html>", 404, { "Content-Type": "text/html" });
  });
  return peer;
}

async function answerRpc(request: Received, response: ServerResponse, methods: Readonly<Record<string, Method>>) {
  const { id, method: rpcMethod, params = {} } = JSON.parse(request.body) as JsonObject & { method: string };
  const method = Object.hasOwn(methods, rpcMethod) ? methods[rpcMethod] : undefined;
  try {
    if (!method) throw new RpcError(-32601, "Method not found");
    const call = { ...request, id: id ?? null, rpcMethod, params: params as JsonObject };
    const result = await method(call, response);
    if (result !== undefined) answer(response, { jsonrpc: "2.0", id, result });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    answer(response, { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } });
  }
}

function isRpc(body: string): boolean {
  return body.startsWith('{"jsonrpc"');
}

/** Writes the head of a stream. */
export function startStream(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
}

/** Writes one event of a JSON-RPC stream. */
export function sendEvent(response: ServerResponse, id: JsonValue, result: unknown, eventId?: number | string): void {
  const number = eventId === undefined ? "" : `id: ${eventId}\n`;
  response.write(`${number}data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
}

/** A card of 1.0 that offers one interface. */
export function cardAt(
  url: string,
  { version = "1.0", binding = "JSONRPC", ...more }: JsonObject & { version?: string; binding?: string } = {},
): JsonObject {
  return {
    name: "Weather desk",
    description: "Knows the weather of tomorrow.",
    supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: version }],
    version: "3.1.0",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "forecast", name: "Forecast", description: "Tells the weather", tags: ["weather"] }],
    ...more,
  };
}

/** Refuses every task, as an agent of any protocol version does that has none. */
export const noTask: Method = () => {
  throw new RpcError(-32001, "Task not found");
};

import { A2AError, checkJson, isJsonObject, type JsonLimits, type JsonObject, type JsonValue } from "@a2a/types";

/** What a request is known by: a text or a whole number, echoed exactly, or `null` when the request named none. */
export type RpcId = string | number | null;

/** A JSON-RPC request that is one, whether or not its method exists. */
export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonValue | undefined;
}

/** A request that cannot be answered with a result; its id is known as far as it could be read. */
export class EnvelopeError extends Error {
  readonly id: RpcId;
  readonly error: A2AError;

  constructor(error: A2AError, id: RpcId = null) {
    super(error.message);
    this.id = id;
    this.error = error;
  }
}

/** Reads the envelope of a request. Throws an `EnvelopeError` for what is no JSON, no single request, or too deep. */
export function readRpcRequest(body: string, limits?: JsonLimits): RpcRequest {
  const wire = parseJson(body, limits);
  if (Array.isArray(wire)) throw invalid("Batches are not supported: send one request at a time");
  if (!isJsonObject(wire)) throw invalid("Expected a JSON-RPC 2.0 request object");
  const id = idOf(wire);
  if (wire.jsonrpc !== "2.0") throw invalid('Expected "jsonrpc": "2.0"', id);
  if (typeof wire.method !== "string") throw invalid('Expected "method" to be a string', id);
  return { id, method: wire.method, params: wire.params };
}

/** Parses a document within its bounds. Throws an `EnvelopeError`. */
export function parseJson(body: string, limits?: JsonLimits): JsonValue {
  let wire: JsonValue;
  try {
    wire = JSON.parse(body) as JsonValue; // JSON.parse gives nothing else
  } catch (cause) {
    throw new EnvelopeError(new A2AError("PARSE_ERROR", undefined, { cause }));
  }
  const reason = checkJson(wire, limits);
  if (reason !== undefined)
    throw invalid(`The payload is out of bounds: ${reason}`, isJsonObject(wire) ? readId(wire) : null);
  return wire;
}

/** A result as the text of an answer. The id goes out exactly as it came. */
export function rpcResult(id: RpcId, result: string): string {
  return `${rpcFront(id)}${result}}`;
}

/** What stands before a result. After it comes one closing brace. */
export function rpcFront(id: RpcId): string {
  // A number that is an id is written as it is read.
  return `{"jsonrpc":"2.0","id":${typeof id === "string" ? JSON.stringify(id) : id},"result":`;
}

/** An error as the text of an answer. */
export function rpcError(id: RpcId, error: object): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${JSON.stringify(error)}}`;
}

function idOf(wire: JsonObject): RpcId {
  const id = readId(wire);
  if (id === undefined) throw invalid('Expected "id" to be a string, an integer or null');
  return id;
}

/** The id of a request, `null` when it named none, or `undefined` when it cannot be echoed exactly. */
function readId({ id = null }: JsonObject): RpcId | undefined {
  const echoable = id === null || typeof id === "string" || Number.isSafeInteger(id);
  return echoable ? (id as RpcId) : undefined; // a number, if it is a safe integer
}

function invalid(message: string, id: RpcId = null): EnvelopeError {
  return new EnvelopeError(new A2AError("INVALID_REQUEST", message), id);
}

import { A2AError, checkJson, isJsonObject, type JsonLimits, type JsonObject, type JsonValue } from "@a2a/types";
import { JsonCounter } from "@a2a/types/internal";

/** The id of a request: a string or an integer, echoed exactly, or `null` when the request has none. */
export type RpcId = string | number | null;

/** A valid JSON-RPC request, whether or not its method exists. */
export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonValue | undefined;
}

/** An invalid request, with its id if that could be read. */
export class EnvelopeError extends Error {
  readonly id: RpcId;
  readonly error: A2AError;

  constructor(error: A2AError, id: RpcId = null) {
    super(error.message);
    this.id = id;
    this.error = error;
  }
}

/** Parses a request envelope. Throws an `EnvelopeError` for invalid JSON, anything but a single request, or excessive nesting. */
export function readRpcRequest(body: string, limits?: JsonLimits): RpcRequest {
  const wire = parseJson(body, limits);
  if (Array.isArray(wire)) throw invalid("Batches are not supported: send one request at a time");
  if (!isJsonObject(wire)) throw invalid("Expected a JSON-RPC 2.0 request object");
  const id = idOf(wire);
  if (wire.jsonrpc !== "2.0") throw invalid('Expected "jsonrpc": "2.0"', id);
  if (typeof wire.method !== "string" || wire.method === "") {
    throw invalid('Expected "method" to be the name of a method', id);
  }
  return { id, method: wire.method, params: wire.params };
}

/** Parses a document within the limits. Throws an `EnvelopeError`. */
export function parseJson(body: string, limits?: JsonLimits): JsonValue {
  if (body.length > MAX_UNSCANNED) {
    const reason = new JsonCounter(limits).addText(body);
    if (reason !== undefined) throw outOfBounds(reason);
  }
  let wire: JsonValue;
  try {
    wire = JSON.parse(body) as JsonValue; // JSON.parse gives nothing else
  } catch (cause) {
    throw new EnvelopeError(new A2AError("PARSE_ERROR", undefined, { cause }));
  }
  const reason = body.length > MAX_UNSCANNED ? undefined : checkJson(wire, limits);
  if (reason !== undefined) throw outOfBounds(reason, isJsonObject(wire) ? readId(wire) : null);
  return wire;
}

/** Bodies of up to so many characters are parsed without a look at their nesting first: even the worst one takes about a millisecond. */
const MAX_UNSCANNED = 65_536;

/** The text of a response with a result. The id is echoed exactly. */
export function rpcResult(id: RpcId, result: string): string {
  return `${rpcFront(id)}${result}}`;
}

/** The text of a response before its result; one closing brace follows the result. */
export function rpcFront(id: RpcId): string {
  // A numeric id is written as it was read.
  return `{"jsonrpc":"2.0","id":${typeof id === "string" ? JSON.stringify(id) : id},"result":`;
}

/** The text of a response with an error. */
export function rpcError(id: RpcId, error: object): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${JSON.stringify(error)}}`;
}

function idOf(wire: JsonObject): RpcId {
  const id = readId(wire);
  if (id === undefined) throw invalid('Expected "id" to be a string, an integer or null');
  return id;
}

/** The id of a request, `null` when it has none, or `undefined` when it cannot be echoed exactly. */
function readId({ id = null }: JsonObject): RpcId | undefined {
  const echoable = id === null || typeof id === "string" || Number.isSafeInteger(id);
  return echoable ? (id as RpcId) : undefined; // a number, if it is a safe integer
}

function outOfBounds(reason: string, id?: RpcId): EnvelopeError {
  return invalid(`The payload is out of bounds: ${reason}`, id);
}

function invalid(message: string, id: RpcId = null): EnvelopeError {
  return new EnvelopeError(new A2AError("INVALID_REQUEST", message), id);
}

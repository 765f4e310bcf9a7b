import {
  A2AError,
  isJsonObject,
  isStreaming,
  type JsonObject,
  type JsonValue,
  LocalError,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type StreamResponse,
  type UnaryOperation,
} from "@a2a/types";
import { codeOfStatus } from "../codec/error-details.ts";
import type { OperationSpelling, Spelling, StreamingSpelling, UnarySpelling } from "../codec/operation-table.ts";
import type { CodecOptions, VersionCodec, WireError } from "../codec/version-codec.ts";
import type { IncomingAnswer, OutgoingRequest } from "./exchange.ts";
import { excerpt, readPeer } from "./peer-error.ts";
import { serviceHeaders } from "./service-parameters.ts";
import { EVENT_STREAM, type ServerSentEvent } from "./sse-decode.ts";

/** What a client says beside the input of a call. */
export interface RpcCallOptions extends CodecOptions {
  /** The id of the request. */
  id: string | number;
  /** Extensions to ask for. */
  extensions?: readonly string[];
}

/** An event read from a stream, and the number to resume after it. */
export interface ReceivedEvent {
  readonly event: StreamResponse;
  readonly id?: string;
}

/** The request of a call over JSON-RPC. Throws when the generation does not have the operation. */
export function encodeRpcCall<Name extends OperationName>(
  operation: Name,
  input: Operations[Name]["input"],
  codec: VersionCodec,
  options: RpcCallOptions,
): OutgoingRequest {
  const row: Spelling<Name> = rowOf(codec, operation);
  const body = {
    jsonrpc: "2.0",
    id: options.id,
    method: row.rpcMethod ?? missing(codec, operation),
    params: row.encodeInput(input, options),
  };
  return {
    method: "POST",
    path: "",
    headers: {
      "Content-Type": "application/json",
      Accept: isStreaming(operation) ? `${EVENT_STREAM}, application/json` : "application/json",
      ...serviceHeaders(codec, options.extensions),
    },
    body: JSON.stringify(body),
  };
}

/** The output of a call from its answer. Throws the error the peer answered with, or a `LocalError` for what is no answer. */
export function decodeRpcAnswer<Name extends UnaryOperation>(
  operation: Name,
  answer: IncomingAnswer,
  codec: VersionCodec,
  options: RpcCallOptions,
): Operations[Name]["output"] {
  const envelope = parseEnvelope(answer);
  const result = resultOf(envelope, codec, options);
  // The row of an operation gives that operation's output; TypeScript does not follow the name through the table.
  const row = rowOf(codec, operation) as UnarySpelling<Name>;
  return readPeer(codec.version, () => row.decodeOutput(result, options));
}

/** The events of a streaming call. Ends where the peer says so, or closes the stream. */
export async function* decodeRpcEvents<Name extends StreamingOperation>(
  operation: Name,
  events: AsyncIterable<ServerSentEvent>,
  codec: VersionCodec,
  options: RpcCallOptions,
): AsyncGenerator<ReceivedEvent, void, void> {
  const row = rowOf(codec, operation) as StreamingSpelling<Name>; // as above
  const decoder = row.decoder(options);
  for await (const { data, id } of events) {
    if (data === "[DONE]") return;
    const frame = parseFrame(data);
    // One dialect sends its events without the envelope.
    const bare = !options.strict && isJsonObject(frame) && frame.jsonrpc === undefined && frame.error === undefined;
    const result = bare ? frame : resultOf(frame, codec, options);
    const decoded = readPeer(codec.version, () => decoder.push(result));
    for (const [index, event] of decoded.entries()) {
      yield { event, ...(id !== undefined && index === decoded.length - 1 && { id }) };
    }
    if (decoder.done) return;
  }
}

/** The result in an envelope. Throws the error it holds instead, or a `LocalError` when it is no answer to this request. */
function resultOf(envelope: JsonValue, codec: VersionCodec, options: RpcCallOptions): JsonValue {
  if (!isJsonObject(envelope)) throw new LocalError("PROTOCOL", "expected a JSON-RPC answer, found no object");
  const { error, result, id } = envelope;
  if (error !== undefined && error !== null) throw codec.errors.decode(toWireError(error), options);
  if (result === undefined) throw new LocalError("PROTOCOL", "the JSON-RPC answer holds neither a result nor an error");
  if (id !== undefined && id !== null && String(id) !== String(options.id)) {
    throw new LocalError("PROTOCOL", "the JSON-RPC answer belongs to another request");
  }
  return result;
}

function parseEnvelope(answer: IncomingAnswer): JsonObject {
  const parsed = tryParse(answer.body);
  if (
    isJsonObject(parsed) &&
    (parsed.jsonrpc !== undefined || parsed.result !== undefined || parsed.error !== undefined)
  ) {
    return parsed;
  }
  if (answer.status >= 200 && answer.status < 300) {
    throw new LocalError("PROTOCOL", `expected a JSON-RPC answer, found: ${excerpt(answer.body)}`, {
      status: answer.status,
    });
  }
  throw httpError(answer);
}

/** An HTTP failure whose body is not the protocol's. */
export function httpError(answer: IncomingAnswer): A2AError | LocalError {
  const { status } = answer;
  const after = retryAfter(answer.headers["retry-after"]);
  if (status === 401 || status === 403 || status === 429) {
    return new A2AError(codeOfStatus(status), undefined, after === undefined ? {} : { retryAfterMs: after });
  }
  const retryable = status === 502 || status === 503 || status === 504;
  return new LocalError("HTTP", `the peer answered with HTTP ${status}: ${excerpt(answer.body)}`, {
    status,
    retryable,
    ...(after !== undefined && { retryAfterMs: after }),
  });
}

function retryAfter(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return header !== undefined && header !== "" && seconds >= 0 ? seconds * 1000 : undefined;
}

function toWireError(error: JsonValue): WireError {
  if (!isJsonObject(error)) return { code: -32603, message: excerpt(JSON.stringify(error)) };
  return {
    code: typeof error.code === "number" ? error.code : -32603,
    message: typeof error.message === "string" ? error.message : "",
    ...(error.data !== undefined && { data: error.data }),
  };
}

function parseFrame(data: string): JsonValue {
  const frame = tryParse(data);
  if (frame === undefined) throw new LocalError("PROTOCOL", `an event holds no JSON: ${excerpt(data)}`);
  return frame;
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
}

function rowOf<Name extends OperationName>(codec: VersionCodec, operation: Name): OperationSpelling<Name> {
  // The table maps each name to its own row.
  return (codec.operations[operation] as OperationSpelling<Name> | undefined) ?? missing(codec, operation);
}

function missing(codec: VersionCodec, operation: OperationName): never {
  throw new A2AError("UNSUPPORTED_OPERATION", `Protocol ${codec.version} has no ${operation}`);
}

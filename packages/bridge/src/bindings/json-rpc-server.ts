import { A2AError, isJsonObject, type JsonValue, type OperationName, type Operations } from "@a2a/types";
import { operationOfMethod } from "../codec/operation-table.ts";
import type { CodecOptions, VersionCodec } from "../codec/version-codec.ts";
import { EventStream, type StreamWriter } from "./event-stream.ts";
import type { Answer } from "./http-messages.ts";
import { type RpcId, type RpcRequest, rpcError, rpcFront, rpcResult } from "./json-rpc-envelope.ts";
import {
  asA2AError,
  batchText,
  type Call,
  encoderOf,
  errorHeaders,
  framesText,
  outputText,
  type Reply,
  rpcStatus,
  type Serialized,
  STREAM_HEADERS,
  type StreamItem,
} from "./reply.ts";
import { envelope } from "./shared-text.ts";
import { sseEvent } from "./sse-encode.ts";

/** Decodes a JSON-RPC request in a protocol version. Throws an `A2AError` when the request is invalid in it. */
export function decodeRpcCall(request: RpcRequest, codec: VersionCodec, options?: CodecOptions): Call {
  const operation = operationOfMethod(codec.operations, request.method, options?.strict);
  const row = operation && codec.operations[operation];
  if (operation === undefined || row === undefined) {
    throw new A2AError("METHOD_NOT_FOUND", `Method not found: ${request.method.slice(0, 100)}`);
  }
  const params = paramsOf(request.params, row.paramsOptional === true);
  const taskAlias = row.taskAlias?.(params);
  return {
    operation,
    input: row.decodeInput(params, options),
    table: codec.operations,
    ...(taskAlias !== undefined && { taskAlias }),
  };
}

/** Answers a JSON-RPC request, including one without an id. All responses have status 200 except for errors of HTTP itself. */
export function rpcReply(id: RpcId, codec: VersionCodec, options?: CodecOptions): Reply {
  return new RpcReply(id, codec, options);
}

class RpcReply implements Reply {
  readonly codec: VersionCodec;
  readonly binding = "JSONRPC";
  readonly #id: RpcId;
  readonly #options: CodecOptions | undefined;

  constructor(id: RpcId, codec: VersionCodec, options: CodecOptions | undefined) {
    this.codec = codec;
    this.#id = id;
    this.#options = options;
  }

  result<Name extends OperationName>(
    call: Call<Name>,
    output: Operations[Name]["output"] | Serialized<Operations[Name]["output"]>,
  ): Answer {
    const id = this.#id;
    const text = outputText(call, output, this.#options, {
      text: (result) => rpcResult(id, result),
      value: (result) => ({ jsonrpc: "2.0", id, result }),
    });
    return json(200, text);
  }

  stream(call: Call, batches: AsyncIterable<readonly StreamItem[]>): Answer {
    const writer = writerFor(this.#id, this.codec, call, this.#options);
    return { status: 200, headers: { ...STREAM_HEADERS }, body: new EventStream(batches, writer) };
  }

  error(error: A2AError): Answer {
    const body = rpcError(this.#id, this.codec.errors.encode(error, this.#options));
    const status = this.#options?.dialect?.errorsWithOk ? 200 : rpcStatus(error);
    return { ...json(status, body), headers: { ...JSON_HEADERS, ...errorHeaders(error) } };
  }
}

const JSON_HEADERS = { "Content-Type": "application/json" };

function json(status: number, body: string): Answer {
  return { status, headers: { ...JSON_HEADERS }, body };
}

function writerFor(id: RpcId, codec: VersionCodec, call: Call, options: CodecOptions | undefined): StreamWriter {
  const encoder = encoderOf(call, options);
  const around = envelope(rpcFront(id), "}");
  return {
    batch: (items, shared) => batchText(encoder, items, around, shared),
    end: () =>
      framesText(encoder, encoder.finish(), around) + (encoder.closing === undefined ? "" : `${encoder.closing}\n\n`),
    error: (error) => sseEvent(rpcError(id, codec.errors.encode(asA2AError(error), options))),
  };
}

function paramsOf(params: JsonValue | undefined, optional: boolean): JsonValue {
  if (params === undefined || params === null) {
    if (optional) return {};
    throw new A2AError("INVALID_PARAMS", 'Invalid parameters: expected "params" to be an object, found nothing');
  }
  if (isJsonObject(params)) return params;
  throw new A2AError("INVALID_PARAMS", 'Invalid parameters: expected "params" to be an object');
}

import {
  isJsonObject,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  LocalError,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type UnaryOperation,
} from "@a2a/types";
import type { OperationSpelling, Spelling, StreamingSpelling, UnarySpelling } from "../codec/operation-table.ts";
import type { CodecOptions, OtherReader, StreamDecoder, VersionCodec, WireError } from "../codec/version-codec.ts";
import { noOperation } from "../errors/no-operation.ts";
import { type Expand, flatMap } from "../streams/flat-map.ts";
import type { IncomingAnswer, OutgoingRequest } from "./http-messages.ts";
import { excerpt, httpError, readPeer, withRetryAfter } from "./peer-error.ts";
import { parseFrame, parsePeer } from "./peer-json.ts";
import { addReceived, type ReceivedEvent } from "./received-event.ts";
import { serviceHeaders } from "./service-parameters.ts";
import { EVENT_STREAM, type ServerSentEvent } from "./sse-decode.ts";

/** The options of a call beside its input. */
export interface RpcCallOptions extends CodecOptions {
  /** The id of the request. */
  id: string | number;
  /** Extensions to ask for. */
  extensions?: readonly string[] | undefined;
  /** Bounds on what the peer may answer. */
  limits?: JsonLimits | undefined;
  /** Reads answers of a peer that is asked in one protocol version and answers in another. */
  otherReader?: OtherReader | undefined;
}

/** The JSON-RPC request of a call. Throws when the protocol version lacks the operation. */
export function encodeRpcCall<Name extends OperationName>(
  operation: Name,
  input: Operations[Name]["input"],
  codec: VersionCodec,
  options: RpcCallOptions,
): OutgoingRequest {
  const row: Spelling<Name> = rowOf(codec, operation);
  const body = {
    jsonrpc: "2.0",
    id: options.dialect?.textIds ? String(options.id) : options.id,
    method: row.rpcMethod ?? noOperation(codec, operation),
    params: row.encodeInput(input, options),
  };
  return {
    method: "POST",
    path: "",
    headers: {
      "Content-Type": "application/json",
      Accept: "decoder" in row ? `${EVENT_STREAM}, application/json` : "application/json",
      ...serviceHeaders(codec, options.extensions),
    },
    body: JSON.stringify(body),
  };
}

/** The peer says that it has carried a call out, and gives nothing where the protocol has a result. */
export class MissingResultError extends LocalError {
  constructor() {
    super("PROTOCOL", "the JSON-RPC answer has the result null");
  }
}

/**
 * The output of a call from its response. Throws the peer's error, a `MissingResultError` where a task is expected and the result is
 * null, or a `LocalError` for a malformed response.
 */
export function decodeRpcAnswer<Name extends UnaryOperation>(
  operation: Name,
  answer: IncomingAnswer,
  codec: VersionCodec,
  options: RpcCallOptions,
): Operations[Name]["output"] {
  const envelope = envelopeOf(answer, options.limits);
  // Some serializers leave out a result that is null.
  if (operation === "deleteTaskPushNotificationConfig" && !options.strict) envelope.result ??= null;
  const result = resultOf(envelope, codec, options, answer);
  if (result === null && !options.strict && (operation === "cancelTask" || operation === "sendMessage")) {
    throw new MissingResultError();
  }
  const reader = options.otherReader?.(result) ?? codec;
  // The row of an operation gives that operation's output; TypeScript does not follow the name through the table.
  const row = rowOf(reader, operation) as UnarySpelling<Name>;
  return readPeer(reader.version, () => row.decodeOutput(result, options));
}

/** The events of a streaming call. Ends with the final event, or when the peer closes the stream. */
export function decodeRpcEvents<Name extends StreamingOperation>(
  operation: Name,
  events: AsyncIterable<ServerSentEvent>,
  codec: VersionCodec,
  options: RpcCallOptions,
): AsyncIterableIterator<ReceivedEvent, undefined> {
  return flatMap(events, rpcEventReader(operation, codec, options));
}

/** Reads the events of a streaming call, one server-sent event after the other. */
export function rpcEventReader<Name extends StreamingOperation>(
  operation: Name,
  codec: VersionCodec,
  options: RpcCallOptions,
): Expand<ServerSentEvent, ReceivedEvent> {
  let reader = codec;
  let decoder: StreamDecoder | undefined;
  return ({ data, id }, out) => {
    if (data === "[DONE]" && !options.strict) return false;
    const frame = parseFrame(data, options.limits);
    const request = options.strict ? undefined : eventInRequest(frame);
    const result = request ?? (isBare(frame) && !options.strict ? frame : resultOf(frame, codec, options));
    if (decoder === undefined) {
      reader = options.otherReader?.(result) ?? codec;
      decoder = (rowOf(reader, operation) as StreamingSpelling<Name>).decoder(options); // as above
    }
    addReceived(result, { ...(id !== undefined && { id }), ...(request && { byRequest: true }) }, decoder, reader, out);
    return !decoder.done;
  };
}

/** The event in a JSON-RPC request: some peers write the events of a stream as requests instead of answers. */
function eventInRequest(frame: JsonValue): JsonObject | undefined {
  return isJsonObject(frame) && "method" in frame && isJsonObject(frame.params) ? frame.params : undefined;
}

/** One dialect sends its events without the envelope. */
function isBare(frame: JsonValue): boolean {
  return isJsonObject(frame) && ["jsonrpc", "result", "error"].every((member) => frame[member] === undefined);
}

/** The result in an envelope. Throws the error in it, or a `LocalError` when it does not answer this request. */
function resultOf(
  envelope: JsonValue,
  codec: VersionCodec,
  options: RpcCallOptions,
  { status, headers }: Pick<IncomingAnswer, "status" | "headers"> = { status: 200, headers: {} },
): JsonValue {
  if (!isJsonObject(envelope)) throw new LocalError("PROTOCOL", "expected a JSON-RPC answer, which is an object");
  const { error, result, id } = envelope;
  // Some peers set the unused member to null.
  if (error !== undefined && (error !== null || options.strict)) {
    throw withRetryAfter(codec.errors.decode(toWireError(error, status), options), headers);
  }
  if (result === undefined) throw new LocalError("PROTOCOL", "the JSON-RPC answer has neither a result nor an error");
  if (!isAnswerTo(options, id)) {
    throw new LocalError("PROTOCOL", "the JSON-RPC answer belongs to another request");
  }
  return result;
}

/** Some peers write numeric ids as strings, or omit the id. */
function isAnswerTo({ id, strict }: RpcCallOptions, answered: JsonValue | undefined): boolean {
  if (strict) return answered === id;
  return answered === undefined || answered === null || String(answered) === String(id);
}

function envelopeOf(answer: IncomingAnswer, limits: JsonLimits | undefined): JsonObject {
  const parsed = parsePeer(answer.body, limits);
  const refused = answer.status < 200 || answer.status >= 300;
  if (isJsonObject(parsed) && !isBare(parsed) && !(refused && isOtherError(parsed))) return parsed;
  if (refused && !isMessage(parsed)) throw httpError(answer);
  throw new LocalError("PROTOCOL", `expected a JSON-RPC answer, found: ${excerpt(answer.body)}`, {
    status: answer.status,
  });
}

/** A message without an envelope: a peer that answers like this, even to fail, takes messages at this URL and no calls. */
function isMessage(parsed: JsonValue | undefined): boolean {
  return isJsonObject(parsed) && typeof parsed.role === "string" && ("parts" in parsed || "content" in parsed);
}

/** An HTTP+JSON error, whose codes are statuses: a peer that answers like this does not speak JSON-RPC at this URL. */
function isOtherError({ jsonrpc, error }: JsonObject): boolean {
  return jsonrpc === undefined && isJsonObject(error) && typeof error.code === "number" && error.code > 0;
}

function toWireError(error: JsonValue, status: number): WireError {
  if (!isJsonObject(error)) return { code: -32603, message: excerpt(JSON.stringify(error)), status };
  return {
    code: typeof error.code === "number" ? error.code : -32603,
    message: typeof error.message === "string" ? error.message : "",
    ...(error.data !== undefined && { data: error.data }),
    status,
  };
}

function rowOf<Name extends OperationName>(codec: VersionCodec, operation: Name): OperationSpelling<Name> {
  // The table maps each name to its own row.
  return (codec.operations[operation] as OperationSpelling<Name> | undefined) ?? noOperation(codec, operation);
}

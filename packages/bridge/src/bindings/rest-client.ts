import {
  A2AError,
  type ErrorCode,
  isJsonObject,
  isStreaming,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  LocalError,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type UnaryOperation,
} from "@a2a/types";
import type { OperationTable, Spelling, StreamingSpelling, UnarySpelling } from "../codec/operation-table.ts";
import type { CodecOptions, StreamDecoder, VersionCodec } from "../codec/version-codec.ts";
import { errorFromDetails, errorInfo } from "../errors/error-details.ts";
import { codeOfStatus } from "../errors/http-status.ts";
import { noOperation } from "../errors/no-operation.ts";
import { type Expand, flatMap } from "../streams/flat-map.ts";
import type { IncomingAnswer, OutgoingRequest } from "./http-messages.ts";
import { excerpt, httpError, readPeer, withRetryAfter } from "./peer-error.ts";
import { parseFrame, parsePeer } from "./peer-json.ts";
import { addReceived, type ReceivedEvent } from "./received-event.ts";
import { fillPath, writeQuery } from "./rest-routes.ts";
import { serviceHeaders } from "./service-parameters.ts";
import { EVENT_STREAM, type ServerSentEvent } from "./sse-decode.ts";

/** The options of a call beside its input. */
export interface RestCallOptions extends CodecOptions {
  /** Extensions to ask for. */
  extensions?: readonly string[] | undefined;
  /** Which of the operation's routes to use, for a peer that does not know the first. Default 0. */
  route?: number;
  /** Bounds on what the peer may answer. */
  limits?: JsonLimits | undefined;
}

/** The HTTP+JSON request of a call. Throws when the protocol version lacks the operation. */
export function encodeRestCall<Name extends OperationName>(
  operation: Name,
  input: Operations[Name]["input"],
  codec: VersionCodec,
  options: RestCallOptions = {},
): OutgoingRequest {
  const row: Spelling<Name> = rowOf(codec.restForms?.fallback ?? codec.operations, operation, codec);
  const { route: given = options.dialect?.secondRoutes?.includes(operation) ? 1 : 0 } = options;
  const route = row.routes?.[given];
  if (route === undefined) return noOperation(codec, operation, OVER_HTTP);
  const wire = row.encodeInput(input, options);
  const { path, rest } = fillPath(route, isJsonObject(wire) ? wire : {});
  const type = options.dialect?.plainJson ? "application/json" : codec.mediaType;
  const headers = {
    Accept: isStreaming(operation) ? `${EVENT_STREAM}, ${type}` : acceptJson(type),
    ...serviceHeaders(codec, options.extensions),
  };
  if (route.method !== "POST") return { method: route.method, path: path + writeQuery(route, rest), headers };
  return { method: "POST", path, headers: { ...headers, "Content-Type": type }, body: JSON.stringify(rest) };
}

function acceptJson(type: string): string {
  return type === "application/json" ? type : `${type}, application/json`;
}

/** The output of a call from its response. Throws the peer's error, or a `LocalError` for a malformed response. */
export function decodeRestAnswer<Name extends UnaryOperation>(
  operation: Name,
  answer: IncomingAnswer,
  codec: VersionCodec,
  options?: RestCallOptions,
): Operations[Name]["output"] {
  const body = answer.body.trim() === "" ? null : parsePeer(answer.body, options?.limits);
  if (answer.status < 200 || answer.status >= 300) throw restError(answer, body, codec, options);
  if (body === undefined) {
    throw new LocalError("PROTOCOL", `expected JSON, found: ${excerpt(answer.body)}`, { status: answer.status });
  }
  // The row of an operation gives that operation's output; TypeScript does not follow the name through the table.
  const row = rowOf(tableFor(codec, body), operation, codec) as UnarySpelling<Name>;
  return readPeer(codec.version, () => row.decodeOutput(body, options));
}

/** The events of a streaming call. Ends with the final event, or when the peer closes the stream. */
export function decodeRestEvents<Name extends StreamingOperation>(
  operation: Name,
  events: AsyncIterable<ServerSentEvent>,
  codec: VersionCodec,
  options?: RestCallOptions,
): AsyncIterableIterator<ReceivedEvent, undefined> {
  return flatMap(events, restEventReader(operation, codec, options));
}

/** Reads the events of a streaming call, one server-sent event after the other. */
export function restEventReader<Name extends StreamingOperation>(
  operation: Name,
  codec: VersionCodec,
  options?: RestCallOptions,
): Expand<ServerSentEvent, ReceivedEvent> {
  let decoder: StreamDecoder | undefined;
  return ({ data, id, event }, out) => {
    const frame = parseFrame(data, options?.limits);
    if (event === "error" || isErrorBody(frame)) {
      throw restError({ status: 500, headers: {}, body: data }, frame, codec, options);
    }
    decoder ??= (rowOf(tableFor(codec, frame), operation, codec) as StreamingSpelling<Name>).decoder(options); // as above
    addReceived(frame, id === undefined ? {} : { id }, decoder, codec, out);
    return !decoder.done;
  };
}

function isErrorBody(frame: JsonValue): boolean {
  return isJsonObject(frame) && (isJsonObject(frame.error) || typeof frame.code === "number" || isNamedError(frame));
}

/** The error of an HTTP+JSON response: 1.0's status object, 0.3's plain object, a problem document, or just a status. */
export function restError(
  answer: IncomingAnswer,
  body: JsonValue | undefined,
  codec: VersionCodec,
  options?: CodecOptions,
): A2AError | LocalError {
  const error = isJsonObject(body) ? bodyError(body, answer.status, codec, options) : undefined;
  return error ? withRetryAfter(error, answer.headers) : httpError(answer);
}

function bodyError(
  body: JsonObject,
  status: number,
  codec: VersionCodec,
  options: CodecOptions | undefined,
): A2AError | undefined {
  const { error } = body;
  if (isJsonObject(error)) {
    const details = Array.isArray(error.details) ? error.details : [];
    const http = typeof error.code === "number" ? error.code : status;
    return errorFromDetails(textOf(error.message), details, codeOfStatus(http, error.status));
  }
  if (typeof body.code === "number") {
    const { code, message, data } = body;
    return codec.errors.decode(
      { code, message: textOf(message), ...(data !== undefined && { data }), status },
      options,
    );
  }
  if (options?.strict) return undefined;
  if (isNamedError(body)) return namedError(body.error, body.message, status);
  // Drafts of 1.0 wrote problem documents, whose type ends in the name of the error.
  const problem = body.detail ?? body.title;
  return typeof problem === "string" ? namedError(body.type, problem, status) : bareError(body, status);
}

/**
 * Some servers of 0.3 send the message alone as the body, and the status says the rest. A proxy may answer 404 in the same form, so a
 * 404 only counts if its message is about a task.
 */
function bareError({ message, ...rest }: JsonObject, status: number): A2AError | undefined {
  const code = typeof message === "string" && Object.keys(rest).length === 0 ? BARE_ERRORS[status] : undefined;
  if (code === undefined || (code === "TASK_NOT_FOUND" && !/\btask\b/i.test(textOf(message)))) return undefined;
  return new A2AError(code, textOf(message));
}
const BARE_ERRORS: Readonly<Record<number, ErrorCode>> = {
  400: "INVALID_REQUEST",
  404: "TASK_NOT_FOUND",
  409: "TASK_NOT_CANCELABLE",
  415: "CONTENT_TYPE_NOT_SUPPORTED",
  422: "INVALID_PARAMS",
  501: "UNSUPPORTED_OPERATION",
};

/** The Java SDK 0.3 names the class of the error: `io.a2a.spec.TaskNotFoundError`. */
function isNamedError({ error, message }: JsonObject): boolean {
  return typeof error === "string" && error.endsWith("Error") && typeof message === "string";
}

/** The name of an error as another SDK writes it: `TaskNotFoundError`, or the last part of a URL, `task-not-found`. */
function namedError(name: JsonValue | undefined, message: JsonValue | undefined, status: number): A2AError {
  const last =
    textOf(name)
      .split(/[./#:]/)
      .at(-1) ?? "";
  const reason = last.replace(/(?<=[a-z])(?=[A-Z])|-/g, "_").replace(/_error$/i, "");
  return errorFromDetails(textOf(message), [errorInfo(reason.toUpperCase())], codeOfStatus(status));
}

const OVER_HTTP = " over HTTP+JSON";

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function tableFor(codec: VersionCodec, body: JsonValue): OperationTable {
  return codec.restForms?.choose(body) ?? codec.operations;
}

function rowOf<Name extends OperationName>(
  table: OperationTable,
  operation: Name,
  codec: VersionCodec,
): Spelling<Name> {
  // The table maps each name to its own row.
  return (table[operation] as Spelling<Name> | undefined) ?? noOperation(codec, operation, OVER_HTTP);
}

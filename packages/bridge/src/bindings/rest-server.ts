import { A2AError, isJsonObject, type JsonLimits, type JsonObject } from "@a2a/types";
import type { OperationTable } from "../codec/operation-table.ts";
import type { CodecOptions, VersionCodec } from "../codec/version-codec.ts";
import { errorTable } from "./error-table.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { EnvelopeError, parseJson } from "./json-rpc-envelope.ts";
import { answerType, isJsonType } from "./media-type.ts";
import {
  asA2AError,
  type Call,
  encoderOf,
  errorHeaders,
  eventText,
  frameTexts,
  outputText,
  type Reply,
  STREAM_HEADERS,
  type StreamItem,
} from "./reply.ts";
import { matchRoute, readQuery } from "./rest-routes.ts";
import { sseComment, sseEvent } from "./sse-encode.ts";

/** How an HTTP+JSON request is read. */
export interface RestOptions extends CodecOptions {
  limits?: JsonLimits;
}

/**
 * The call an HTTP+JSON request stands for in a generation; its path is relative to where the binding is mounted. Values in the path
 * win over the query, the query over the body. Throws an `A2AError` for what that generation cannot read.
 */
export function decodeRestCall(exchange: Exchange, codec: VersionCodec, options: RestOptions = {}): Call {
  const body = readBody(exchange, options.limits);
  const table = tableFor(codec, exchange.body === "" ? undefined : body);
  const match = matchRoute(table, exchange.method, exchange.path);
  if (match === undefined) throw new A2AError("METHOD_NOT_FOUND", `There is nothing at ${exchange.path.slice(0, 100)}`);
  if (match === 405) {
    throw new A2AError("METHOD_NOT_ALLOWED", `${exchange.path.slice(0, 100)} does not take ${exchange.method}`);
  }
  const input: JsonObject = { ...body, ...readQuery(match.route, exchange.query), ...match.values };
  const row = table[match.operation];
  if (row === undefined) throw new A2AError("METHOD_NOT_FOUND");
  return { operation: match.operation, input: row.decodeInput(input, options), table };
}

/** Whether a generation has a route for a path, whatever the method. */
export function hasRoute(codec: VersionCodec, method: string, path: string): boolean {
  return matchRoute(tableFor(codec, undefined), method, path) !== undefined;
}

/** Answers an HTTP+JSON request. */
export function restReply(exchange: Exchange, codec: VersionCodec, options?: CodecOptions): Reply {
  const contentType = codec.version === "1.0" ? answerType(exchange.headers.accept) : "application/json";
  const json = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
    status,
    headers: { "Content-Type": contentType, ...headers },
    body,
  });
  return {
    codec,
    binding: "HTTP+JSON",
    result: (call, output) => {
      const text = outputText(call, output, options);
      return text === "null" ? { status: 204, headers: {}, body: "" } : json(200, text);
    },
    stream: (call, items) => ({
      status: 200,
      headers: { ...STREAM_HEADERS },
      body: frames(codec, call, items, options),
    }),
    error: (error) => json(errorTable[error.code].http, JSON.stringify(httpBody(codec, error)), errorHeaders(error)),
  };
}

async function* frames(
  codec: VersionCodec,
  call: Call,
  items: AsyncIterable<StreamItem>,
  options: CodecOptions | undefined,
): AsyncGenerator<string, void, void> {
  const encoder = encoderOf(call, options);
  try {
    for await (const item of items) {
      if ("comment" in item) yield sseComment(item.comment);
      else
        yield eventText(
          frameTexts(encoder, item, (json) => json),
          item.id,
        );
    }
    for (const frame of encoder.finish()) yield sseEvent(JSON.stringify(frame));
  } catch (error) {
    yield sseEvent(JSON.stringify(httpBody(codec, asA2AError(error))), undefined, "error");
  }
}

function httpBody(codec: VersionCodec, error: A2AError): unknown {
  return codec.errors.encodeHttp?.(error) ?? codec.errors.encode(error);
}

function tableFor(codec: VersionCodec, body: JsonObject | undefined): OperationTable {
  if (codec.restForms === undefined) return codec.operations;
  return body === undefined ? codec.restForms.fallback : codec.restForms.choose(body);
}

function readBody(exchange: Exchange, limits: JsonLimits | undefined): JsonObject {
  if (exchange.method === "GET" || exchange.method === "DELETE" || exchange.body.trim() === "") return {};
  if (!isJsonType(exchange.headers["content-type"])) {
    throw new A2AError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      `Content-Type ${exchange.headers["content-type"]?.slice(0, 80)} is not served here: use application/a2a+json`,
    );
  }
  try {
    const body = parseJson(exchange.body, limits);
    if (body === null) return {};
    if (isJsonObject(body)) return body;
  } catch (error) {
    throw error instanceof EnvelopeError ? error.error : error;
  }
  throw new A2AError("INVALID_PARAMS", "Invalid parameters: expected a JSON object");
}

import { A2AError, isJsonObject, type JsonLimits, type JsonObject } from "@a2a/types";
import { UNNAMED_VERSION } from "@a2a/types/internal";
import { notServed, requireSupported, type VersionHints } from "../codec/detect-version.ts";
import type { OperationTable } from "../codec/operation-table.ts";
import type { CodecOptions, VersionCodec } from "../codec/version-codec.ts";
import { errorTable } from "../errors/error-table.ts";
import { EventStream, type StreamWriter } from "./event-stream.ts";
import type { Answer, ServerRequest } from "./http-messages.ts";
import { EnvelopeError, parseJson } from "./json-rpc-envelope.ts";
import { answerType, isJsonType } from "./media-type.ts";
import {
  asA2AError,
  batchText,
  type Call,
  encoderOf,
  errorHeaders,
  framesText,
  outputText,
  type Reply,
  STREAM_HEADERS,
} from "./reply.ts";
import { matchRoute, readQuery } from "./rest-routes.ts";
import { envelope } from "./shared-text.ts";
import { sseEvent } from "./sse-encode.ts";

/** Options for reading an HTTP+JSON request. */
export interface RestOptions extends CodecOptions {
  /** Bounds on the body. */
  limits?: JsonLimits;
  /** The versions that are served, and those that are only known: a body that one of the latter owns is refused. */
  versions?: { readonly served: readonly VersionCodec[]; readonly known: readonly VersionCodec[] };
}

/**
 * Decodes an HTTP+JSON request in a protocol version; its path is relative to the mount point of the binding. Values in the path
 * take precedence over the query, the query over the body. Throws an `A2AError` when the request is invalid in that version.
 */
export function decodeRestCall(request: ServerRequest, codec: VersionCodec, options: RestOptions = {}): Call {
  const { method, path } = request;
  const match = matchRoute(defaultTable(codec), method, path, options.strict);
  if (match === undefined) throw new A2AError("METHOD_NOT_FOUND", `No route for ${method} ${path.slice(0, 100)}`);
  if (match === 405) throw notAllowed(codec, request);
  const body = readBody(request, options.limits);
  if (body && options.versions) refuseUnserved(body, options.versions);
  const table = body && codec.restForms ? codec.restForms.choose(body) : defaultTable(codec);
  const row = table[match.operation];
  if (row === undefined) throw new A2AError("METHOD_NOT_FOUND", `No route for ${method} ${path.slice(0, 100)}`);
  const input: JsonObject = { ...body, ...readQuery(match.route, request.query, options.strict), ...match.values };
  return { operation: match.operation, input: row.decodeInput(input, options), table };
}

/** Later versions read such a body leniently, but a server that does not serve its version should not run it. */
function refuseUnserved(body: JsonObject, { served, known }: NonNullable<RestOptions["versions"]>): void {
  const owner = known.find((codec) => codec.ownsBody?.(body));
  if (owner && !served.includes(owner)) throw notServed(served, `A body of protocol version ${owner.version}`);
}

function notAllowed(codec: VersionCodec, { method, path }: ServerRequest): A2AError {
  const allow = ["GET", "POST", "DELETE"].filter(
    (other) => typeof matchRoute(defaultTable(codec), other, path) === "object",
  );
  const message = `${path.slice(0, 100)} does not take ${method.slice(0, 20)}: use ${allow.join(" or ")}`;
  return new A2AError("METHOD_NOT_ALLOWED", message, { metadata: { allow: allow.join(", ") } });
}

/** Whether a protocol version has a route for a path, with any method. */
export function hasRoute(codec: VersionCodec, method: string, path: string): boolean {
  return matchRoute(defaultTable(codec), method, path) !== undefined;
}

/**
 * The protocol version of an HTTP+JSON request, its path relative to where the binding is mounted. The version the caller named
 * decides if it has the route. When nothing was said, the path decides, `UNNAMED_VERSION` first: its routes begin with `/v1`, which a
 * later version could take for the name of a tenant. With `strict`, nothing said means `UNNAMED_VERSION`. Throws for a request of a
 * version that is not served.
 */
export function detectRestVersion(
  served: readonly [VersionCodec, ...VersionCodec[]],
  { version, method, path, strict, known = [] }: Omit<VersionHints, "fallback"> & { method: string; path: string },
): VersionCodec {
  const named = requireSupported(served, strict ? version || UNNAMED_VERSION : version);
  if (named && (strict || hasRoute(named, method, path))) return named;
  const unnamed = served.find((codec) => codec.version === UNNAMED_VERSION);
  const where = `${method.slice(0, 20)} ${path.slice(0, 100)}`;
  if (!named && !unnamed && VERSIONED_PATH.test(path)) {
    throw notServed(served, `${where} of protocol version ${UNNAMED_VERSION}`);
  }
  const fitting = [...(unnamed ? [unnamed] : []), ...served].find((codec) => hasRoute(codec, method, path)) ?? named;
  if (fitting) return fitting;
  const meant = known.find((codec) => !served.includes(codec) && hasRoute(codec, method, path));
  if (meant) throw notServed(served, `${where} of protocol version ${meant.version}`);
  return served[0];
}

/** How the routes of `UNNAMED_VERSION` begin. */
const VERSIONED_PATH = /^\/v\d+\//;

/** Answers an HTTP+JSON request. */
export function restReply(request: ServerRequest, codec: VersionCodec, options?: CodecOptions): Reply {
  const contentType = answerType(request.headers.accept, codec.mediaType);
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
    stream: (call, batches) => ({
      status: 200,
      headers: { ...STREAM_HEADERS },
      body: new EventStream(batches, writerFor(codec, call, options)),
    }),
    error: (error) => {
      const status = codec.errors.httpStatus?.(error, options) ?? errorTable[error.code].http;
      return json(status, errorText(codec, error, options), errorHeaders(error));
    },
  };
}

function writerFor(codec: VersionCodec, call: Call, options: CodecOptions | undefined): StreamWriter {
  const encoder = encoderOf(call, options);
  return {
    batch: (items, shared) => batchText(encoder, items, ALONE, shared),
    end: () => framesText(encoder, encoder.finish(), ALONE),
    error: (error) => sseEvent(errorText(codec, asA2AError(error), options), undefined, "error"),
  };
}

/** HTTP+JSON frames have no envelope. */
const ALONE = envelope("", "");

function errorText({ errors }: VersionCodec, error: A2AError, options: CodecOptions | undefined): string {
  return JSON.stringify(errors.encodeHttp?.(error, options) ?? errors.encode(error, options));
}

/** The table for a request without a body. */
function defaultTable(codec: VersionCodec): OperationTable {
  return codec.restForms?.fallback ?? codec.operations;
}

/** The body of a request, or `undefined` when it has none: an empty one and `null` are the same. */
function readBody(request: ServerRequest, limits: JsonLimits | undefined): JsonObject | undefined {
  if (request.method !== "POST" || request.body.trim() === "") return undefined;
  if (!isJsonType(request.headers["content-type"])) {
    throw new A2AError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      `Content-Type ${request.headers["content-type"]?.slice(0, 80)} is not served here: use application/a2a+json`,
    );
  }
  try {
    const body = parseJson(request.body, limits);
    if (body === null) return undefined;
    if (isJsonObject(body)) return body;
  } catch (error) {
    throw error instanceof EnvelopeError ? error.error : error;
  }
  throw new A2AError("INVALID_PARAMS", "Invalid parameters: expected a JSON object");
}

import {
  A2AError,
  type A2AErrorOptions,
  checkJson,
  type ErrorCode,
  errorCodes,
  type FieldViolation,
  isErrorCode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@a2a/types";
import { errorTable } from "../bindings/error-table.ts";

const DOMAIN = "a2a-protocol.org";
const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";
const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

/** The details of an error as 1.0 writes them: ErrorInfo for whatever has a reason of its own, BadRequest for wrong members. */
export function detailsOf(error: A2AError): JsonObject[] {
  const details: JsonObject[] = [];
  if (!PLAIN.has(error.code) || Object.keys(error.metadata).length > 0) {
    details.push(errorInfo(error.code, { ...error.metadata }));
  }
  if (error.violations.length > 0) {
    const fieldViolations = error.violations.map(({ field, description }) => ({ field, description }));
    details.push({ "@type": BAD_REQUEST, fieldViolations });
  }
  if (error.retryAfterMs !== undefined) {
    details.push({ "@type": RETRY_INFO, retryDelay: `${error.retryAfterMs / 1000}s` });
  }
  return [...details, ...error.details];
}

// JSON-RPC's own errors say everything by their code.
const PLAIN: ReadonlySet<ErrorCode> = new Set([
  "PARSE_ERROR",
  "INVALID_REQUEST",
  "METHOD_NOT_FOUND",
  "INVALID_PARAMS",
  "INTERNAL",
]);

/** An error from its typed details: by the reason where one is given, else by the code the caller read elsewhere. */
export function errorFromDetails(message: string, details: readonly JsonValue[], fallback: ErrorCode): A2AError {
  let code: ErrorCode | undefined;
  const options: A2AErrorOptions & { details: JsonObject[] } = { details: [] };
  for (const detail of details) {
    if (!isJsonObject(detail)) continue;
    if (code === undefined && isOurInfo(detail)) {
      code = typeof detail.reason === "string" && isErrorCode(detail.reason) ? detail.reason : fallback;
      const metadata = textsOf(detail.metadata);
      if (metadata) options.metadata = metadata;
    } else if (detail["@type"] === BAD_REQUEST && options.violations === undefined) {
      options.violations = violationsOf(detail.fieldViolations);
    } else if (detail["@type"] === RETRY_INFO && options.retryAfterMs === undefined) {
      const delay = typeof detail.retryDelay === "string" ? Number.parseFloat(detail.retryDelay) * 1000 : Number.NaN;
      if (delay >= 0 && Number.isFinite(delay)) options.retryAfterMs = Math.round(delay);
    } else {
      options.details.push(detail);
    }
  }
  return new A2AError(code ?? fallback, message || undefined, options);
}

/** The details of an error that says no more than why, and facts about it. */
export function errorInfo(reason: string, metadata: JsonObject = {}): JsonObject {
  const facts = Object.keys(metadata).length > 0;
  return { "@type": ERROR_INFO, reason, domain: DOMAIN, ...(facts && { metadata }) };
}

/** The reasons of other domains are theirs, even where they sound like ours. */
function isOurInfo(detail: JsonObject): boolean {
  return detail["@type"] === ERROR_INFO && (detail.domain === DOMAIN || detail.domain === undefined);
}

/**
 * The error a JSON-RPC code stands for in 1.0, or `undefined`. Where the code says little, the HTTP status of the answer may say
 * more: callers without credentials are told by both, and a server that is down is an internal error with status 503.
 */
export function codeOfRpc(rpc: number, status = 200): ErrorCode | undefined {
  const code = byRpc.get(rpc);
  if (code !== undefined && code !== "INTERNAL") return code;
  return TELLING.has(status) ? codeOfStatus(status) : code;
}
const byRpc = new Map<number, ErrorCode>();
for (const code of errorCodes) if (!byRpc.has(errorTable[code].rpc)) byRpc.set(errorTable[code].rpc, code);
byRpc.delete(-32000); // shared by several errors, which their details tell apart
const TELLING: ReadonlySet<number> = new Set([401, 403, 413, 429, 503]);

/** The error an HTTP status, and the gRPC status beside it in a body, stand for when nothing better is known. */
export function codeOfStatus(status: number, grpc?: JsonValue): ErrorCode {
  switch (status) {
    case 400:
      return grpc === "FAILED_PRECONDITION" || grpc === "UNIMPLEMENTED" ? "UNSUPPORTED_OPERATION" : "INVALID_PARAMS";
    case 401:
      return "UNAUTHENTICATED";
    case 403:
      return "PERMISSION_DENIED";
    case 404:
      return grpc === "NOT_FOUND" ? "TASK_NOT_FOUND" : "METHOD_NOT_FOUND";
    case 405:
      return "METHOD_NOT_ALLOWED";
    case 409:
      return "TASK_NOT_CANCELABLE";
    case 413:
      return "PAYLOAD_TOO_LARGE";
    case 415:
      return "CONTENT_TYPE_NOT_SUPPORTED";
    case 429:
      return "RATE_LIMITED";
    case 502:
      return grpc === "INTERNAL" ? "INVALID_AGENT_RESPONSE" : "UNAVAILABLE";
    case 503:
    case 504:
      return "UNAVAILABLE";
    default:
      return "INTERNAL";
  }
}

/** Facts are texts; a peer that sends anything else gets it written as text, unless it is too much to write. */
function textsOf(value: JsonValue | undefined): Record<string, string> | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).map(([key, fact]) => [
    key,
    typeof fact === "string" ? fact : checkJson(fact) === undefined ? JSON.stringify(fact) : "",
  ]);
  return Object.fromEntries(entries);
}

function violationsOf(value: JsonValue | undefined): FieldViolation[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).map((violation) => ({
    field: typeof violation.field === "string" ? violation.field : "",
    description: typeof violation.description === "string" ? violation.description : "",
  }));
}

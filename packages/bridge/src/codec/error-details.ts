import {
  A2AError,
  type A2AErrorOptions,
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
  const facts = Object.keys(error.metadata).length > 0;
  if (!PLAIN.has(error.code) || facts) {
    details.push({
      "@type": ERROR_INFO,
      reason: error.code,
      domain: DOMAIN,
      ...(facts && { metadata: { ...error.metadata } }),
    });
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
  let code = fallback;
  const options: A2AErrorOptions & { details: JsonObject[] } = { details: [] };
  let informed = false;
  for (const detail of details) {
    if (!isJsonObject(detail)) continue;
    if (detail["@type"] === ERROR_INFO && !informed) {
      informed = true;
      if (typeof detail.reason === "string" && isErrorCode(detail.reason)) code = detail.reason;
      const metadata = textsOf(detail.metadata);
      if (metadata) options.metadata = metadata;
    } else if (detail["@type"] === BAD_REQUEST && options.violations === undefined) {
      options.violations = violationsOf(detail.fieldViolations);
    } else if (detail["@type"] === RETRY_INFO && options.retryAfterMs === undefined) {
      const delay = typeof detail.retryDelay === "string" ? Number.parseFloat(detail.retryDelay) * 1000 : Number.NaN;
      if (delay >= 0) options.retryAfterMs = Math.round(delay);
    } else {
      options.details.push(detail);
    }
  }
  return new A2AError(code, message, options);
}

/** The error a JSON-RPC code stands for in 1.0. Codes that several errors share are told apart by their details. */
export function codeOfRpc(rpc: number): ErrorCode | undefined {
  return byRpc.get(rpc);
}
const byRpc = new Map<number, ErrorCode>();
for (const code of errorCodes) if (!byRpc.has(errorTable[code].rpc)) byRpc.set(errorTable[code].rpc, code);
byRpc.delete(-32000);

/** The error an HTTP status stands for when nothing better is known. */
export function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 400:
      return "INVALID_PARAMS";
    case 401:
      return "UNAUTHENTICATED";
    case 403:
      return "PERMISSION_DENIED";
    case 404:
      return "METHOD_NOT_FOUND";
    case 405:
      return "METHOD_NOT_ALLOWED";
    case 413:
      return "PAYLOAD_TOO_LARGE";
    case 415:
      return "CONTENT_TYPE_NOT_SUPPORTED";
    case 429:
      return "RATE_LIMITED";
    case 502:
    case 503:
    case 504:
      return "UNAVAILABLE";
    default:
      return "INTERNAL";
  }
}

function textsOf(value: JsonValue | undefined): Record<string, string> | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).map(([key, fact]) => [
    key,
    typeof fact === "string" ? fact : JSON.stringify(fact),
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

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
import { errorTable } from "./error-table.ts";

const DOMAIN = "a2a-protocol.org";
const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";
const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

/**
 * The details of an error in 1.0: ErrorInfo for errors with a reason, BadRequest for invalid fields. `named` gives every error its
 * reason, for a binding whose status alone does not tell which error it is.
 */
export function detailsOf(error: A2AError, named = false): JsonObject[] {
  const details: JsonObject[] = [];
  if (named || !PLAIN.has(error.code) || Object.keys(error.metadata).length > 0) {
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

// JSON-RPC's own errors need no reason beside their code.
const PLAIN: ReadonlySet<ErrorCode> = new Set([
  "PARSE_ERROR",
  "INVALID_REQUEST",
  "METHOD_NOT_FOUND",
  "INVALID_PARAMS",
  "INTERNAL",
]);

/** An error from its typed details: by their reason if present, otherwise by the given code. */
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

/** The details of an error with a reason and metadata only. */
export function errorInfo(reason: string, metadata: JsonObject = {}): JsonObject {
  const facts = Object.keys(metadata).length > 0;
  return { "@type": ERROR_INFO, reason, domain: DOMAIN, ...(facts && { metadata }) };
}

/** Reasons of other domains are ignored, even if the name matches. */
function isOurInfo(detail: JsonObject): boolean {
  return detail["@type"] === ERROR_INFO && (detail.domain === DOMAIN || detail.domain === undefined);
}

/**
 * The error of a JSON-RPC code in 1.0, or `undefined`. Where the code is ambiguous, the HTTP status of the response may add
 * information: unauthenticated callers get both, and an unavailable server is an internal error with status 503.
 */
export function codeOfRpc(rpc: number, status = 200): ErrorCode | undefined {
  const code = byRpc.get(rpc);
  return code === undefined || code === "INTERNAL" ? (byStatus.get(status) ?? code) : code;
}
const byRpc = new Map<number, ErrorCode>();
const byStatus = new Map<number, ErrorCode>();
for (const code of errorCodes) {
  const { rpc, rpcHttp } = errorTable[code];
  if (!byRpc.has(rpc)) byRpc.set(rpc, code);
  if (rpcHttp !== undefined) byStatus.set(rpcHttp, code);
}
byRpc.delete(-32000); // shared by several errors, which differ in their details

/** Metadata values are strings. Other scalars of peers are converted; anything else is dropped. */
function textsOf(value: JsonValue | undefined): Record<string, string> | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, fact]) => (typeof fact === "object" ? [] : [[key, String(fact)]])),
  );
}

function violationsOf(value: JsonValue | undefined): FieldViolation[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).map((violation) => ({
    field: typeof violation.field === "string" ? violation.field : "",
    description: typeof violation.description === "string" ? violation.description : "",
  }));
}

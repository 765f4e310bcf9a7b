import type { ErrorCode, JsonValue } from "@a2a/types";

/**
 * The error for an HTTP status and the gRPC status in its body, when the response has no better information. Accepts the
 * statuses of 1.0.0 as well as those of 1.0.1.
 */
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

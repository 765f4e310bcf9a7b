import type { ErrorCode } from "@a2a/types";

/** The mapping of an error to each binding. */
export interface ErrorRow {
  /** The JSON-RPC code. */
  readonly rpc: number;
  /** The HTTP status of the HTTP+JSON binding. */
  readonly http: number;
  /** The name of the gRPC status. */
  readonly grpc: string;
  /** The HTTP status of a JSON-RPC response, where it is not 200. */
  readonly rpcHttp?: number;
  /** The HTTP status in 1.0.0, where 1.0.1 changed it. */
  readonly olderHttp?: number;
  /** The name of the gRPC status in 1.0.0, where 1.0.1 changed it. */
  readonly olderGrpc?: string;
}

/** One row for each error: JSON-RPC code, HTTP status, gRPC status (specification 5.4, as of 1.0.1). */
export const errorTable: Readonly<Record<ErrorCode, ErrorRow>> = {
  PARSE_ERROR: { rpc: -32700, http: 400, grpc: "INVALID_ARGUMENT" },
  INVALID_REQUEST: { rpc: -32600, http: 400, grpc: "INVALID_ARGUMENT" },
  METHOD_NOT_FOUND: { rpc: -32601, http: 404, grpc: "UNIMPLEMENTED" },
  METHOD_NOT_ALLOWED: { rpc: -32601, http: 405, grpc: "UNIMPLEMENTED", rpcHttp: 405 },
  INVALID_PARAMS: { rpc: -32602, http: 400, grpc: "INVALID_ARGUMENT" },
  INTERNAL: { rpc: -32603, http: 500, grpc: "INTERNAL" },
  TASK_NOT_FOUND: { rpc: -32001, http: 404, grpc: "NOT_FOUND" },
  TASK_NOT_CANCELABLE: { rpc: -32002, http: 400, grpc: "FAILED_PRECONDITION", olderHttp: 409 },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { rpc: -32003, http: 400, grpc: "FAILED_PRECONDITION", olderGrpc: "UNIMPLEMENTED" },
  UNSUPPORTED_OPERATION: { rpc: -32004, http: 400, grpc: "FAILED_PRECONDITION", olderGrpc: "UNIMPLEMENTED" },
  CONTENT_TYPE_NOT_SUPPORTED: { rpc: -32005, http: 400, grpc: "INVALID_ARGUMENT", olderHttp: 415 },
  INVALID_AGENT_RESPONSE: { rpc: -32006, http: 500, grpc: "INTERNAL", olderHttp: 502 },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { rpc: -32007, http: 400, grpc: "FAILED_PRECONDITION" },
  EXTENSION_SUPPORT_REQUIRED: { rpc: -32008, http: 400, grpc: "FAILED_PRECONDITION" },
  VERSION_NOT_SUPPORTED: { rpc: -32009, http: 400, grpc: "FAILED_PRECONDITION", olderGrpc: "UNIMPLEMENTED" },
  UNAUTHENTICATED: { rpc: -32000, http: 401, grpc: "UNAUTHENTICATED", rpcHttp: 401 },
  PERMISSION_DENIED: { rpc: -32000, http: 403, grpc: "PERMISSION_DENIED", rpcHttp: 403 },
  RATE_LIMITED: { rpc: -32000, http: 429, grpc: "RESOURCE_EXHAUSTED", rpcHttp: 429 },
  PAYLOAD_TOO_LARGE: { rpc: -32600, http: 413, grpc: "INVALID_ARGUMENT", rpcHttp: 413 },
  CAPACITY_EXCEEDED: { rpc: -32000, http: 503, grpc: "UNAVAILABLE", rpcHttp: 503 },
  UNAVAILABLE: { rpc: -32603, http: 503, grpc: "UNAVAILABLE", rpcHttp: 503 },
};

import type { ErrorCode } from "@a2a/types";

/** Everything that depends on the code of an error: its mapping to each binding, and how its receiver reacts. */
export interface ErrorRow {
  /** The JSON-RPC code. */
  readonly rpc: number;
  /** The HTTP status of the HTTP+JSON binding. */
  readonly http: number;
  /** The name of the gRPC status. */
  readonly grpc: string;
  /** The HTTP status of a JSON-RPC response, if it is not 200. */
  readonly rpcHttp?: number;
  /** The HTTP status in 1.0.0, where 1.0.1 changed it. */
  readonly olderHttp?: number;
  /** The name of the gRPC status in 1.0.0, where 1.0.1 changed it. */
  readonly olderGrpc?: string;
  /** The JSON-RPC code in protocol 0.1, if it differs. */
  readonly rpc0_1?: number;
  /** Whether the same call may succeed later. The server refused it before it had any effect. Default false. */
  readonly retryable?: boolean;
  /** Whether the HTTP status alone means this error, as in an answer of a proxy. Default false. */
  readonly byStatus?: boolean;
}

/**
 * One row for each error: JSON-RPC code, HTTP status, gRPC status (specification 5.4, as of 1.0.1). Where errors share an HTTP
 * status or a code of 0.1, the last of them is what it means on its own.
 */
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
  INVALID_AGENT_RESPONSE: { rpc: -32006, http: 500, grpc: "INTERNAL", olderHttp: 502, rpc0_1: -32603 },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { rpc: -32007, http: 400, grpc: "FAILED_PRECONDITION", rpc0_1: -32004 },
  EXTENSION_SUPPORT_REQUIRED: { rpc: -32008, http: 400, grpc: "FAILED_PRECONDITION", rpc0_1: -32004 },
  VERSION_NOT_SUPPORTED: {
    rpc: -32009,
    http: 400,
    grpc: "FAILED_PRECONDITION",
    olderGrpc: "UNIMPLEMENTED",
    rpc0_1: -32004,
  },
  UNAUTHENTICATED: { rpc: -32000, http: 401, grpc: "UNAUTHENTICATED", rpcHttp: 401, byStatus: true, rpc0_1: -32007 },
  PERMISSION_DENIED: {
    rpc: -32000,
    http: 403,
    grpc: "PERMISSION_DENIED",
    rpcHttp: 403,
    byStatus: true,
    rpc0_1: -32008,
  },
  RATE_LIMITED: {
    rpc: -32000,
    http: 429,
    grpc: "RESOURCE_EXHAUSTED",
    rpcHttp: 429,
    retryable: true,
    byStatus: true,
    rpc0_1: -32010,
  },
  PAYLOAD_TOO_LARGE: { rpc: -32600, http: 413, grpc: "INVALID_ARGUMENT", rpcHttp: 413 },
  CAPACITY_EXCEEDED: { rpc: -32000, http: 503, grpc: "UNAVAILABLE", rpcHttp: 503, retryable: true, rpc0_1: -32011 },
  UNAVAILABLE: { rpc: -32603, http: 503, grpc: "UNAVAILABLE", rpcHttp: 503, retryable: true, rpc0_1: -32011 },
};

import { errorCodes } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { errorTable } from "./error-table.ts";

// From the specification's table (5.4), for 1.0.1 and for 1.0.0.
const specified = {
  TASK_NOT_FOUND: [-32001, 404, "NOT_FOUND", 404, "NOT_FOUND"],
  TASK_NOT_CANCELABLE: [-32002, 400, "FAILED_PRECONDITION", 409, "FAILED_PRECONDITION"],
  PUSH_NOTIFICATION_NOT_SUPPORTED: [-32003, 400, "FAILED_PRECONDITION", 400, "UNIMPLEMENTED"],
  UNSUPPORTED_OPERATION: [-32004, 400, "FAILED_PRECONDITION", 400, "UNIMPLEMENTED"],
  CONTENT_TYPE_NOT_SUPPORTED: [-32005, 400, "INVALID_ARGUMENT", 415, "INVALID_ARGUMENT"],
  INVALID_AGENT_RESPONSE: [-32006, 500, "INTERNAL", 502, "INTERNAL"],
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: [-32007, 400, "FAILED_PRECONDITION", 400, "FAILED_PRECONDITION"],
  EXTENSION_SUPPORT_REQUIRED: [-32008, 400, "FAILED_PRECONDITION", 400, "FAILED_PRECONDITION"],
  VERSION_NOT_SUPPORTED: [-32009, 400, "FAILED_PRECONDITION", 400, "UNIMPLEMENTED"],
  PARSE_ERROR: [-32700, 400, "INVALID_ARGUMENT", 400, "INVALID_ARGUMENT"],
  METHOD_NOT_FOUND: [-32601, 404, "UNIMPLEMENTED", 404, "UNIMPLEMENTED"],
  METHOD_NOT_ALLOWED: [-32601, 405, "UNIMPLEMENTED", 405, "UNIMPLEMENTED"],
  INVALID_PARAMS: [-32602, 400, "INVALID_ARGUMENT", 400, "INVALID_ARGUMENT"],
  UNAUTHENTICATED: [-32000, 401, "UNAUTHENTICATED", 401, "UNAUTHENTICATED"],
  PERMISSION_DENIED: [-32000, 403, "PERMISSION_DENIED", 403, "PERMISSION_DENIED"],
  RATE_LIMITED: [-32000, 429, "RESOURCE_EXHAUSTED", 429, "RESOURCE_EXHAUSTED"],
  INTERNAL: [-32603, 500, "INTERNAL", 500, "INTERNAL"],
  UNAVAILABLE: [-32603, 503, "UNAVAILABLE", 503, "UNAVAILABLE"],
} as const;

describe("R-107, R-136, R-158 the error table", () => {
  it.each(Object.entries(specified))("maps %s as specified", (code, row) => {
    const { rpc, http, grpc, olderHttp = http, olderGrpc = grpc } = errorTable[code as keyof typeof specified];
    expect([rpc, http, grpc, olderHttp, olderGrpc]).toStrictEqual(row);
  });

  it("has a row for every error", () => {
    expect(Object.keys(errorTable).sort()).toStrictEqual([...errorCodes].sort());
  });
});

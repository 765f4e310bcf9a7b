import type { A2AError } from "@a2a/types";
import type { CodecOptions, ErrorCodec, WireError } from "../../codec/version-codec.ts";
import { codeOfRpc, detailsOf, errorFromDetails } from "../../errors/error-details.ts";
import { errorTable } from "../../errors/error-table.ts";

/** 1.0 errors: a code, a message, and an array of typed details. */
export const errors: ErrorCodec = {
  encode(error): WireError {
    const details = detailsOf(error);
    return {
      code: errorTable[error.code].rpc,
      message: error.message,
      ...(details.length > 0 && { data: details }),
    };
  },
  decode({ code, message, data, status }) {
    const details = Array.isArray(data) ? data : data === undefined ? [] : [data];
    return errorFromDetails(message, details, codeOfRpc(code, status) ?? "INTERNAL");
  },
  encodeHttp(error, options) {
    const { grpc, olderGrpc = grpc } = errorTable[error.code];
    const status = isOlder(options) ? olderGrpc : grpc;
    const details = detailsOf(error, true);
    return { error: { code: httpStatus(error, options), status, message: error.message, details } };
  },
  httpStatus,
};

function httpStatus({ code }: A2AError, options?: CodecOptions): number {
  const { http, olderHttp = http } = errorTable[code];
  return isOlder(options) ? olderHttp : http;
}

function isOlder(options: CodecOptions | undefined): boolean {
  return options?.errorStatuses === "1.0.0";
}

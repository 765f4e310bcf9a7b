import { type A2AError, isJsonObject, type JsonValue } from "@a2a/types";
import { errorTable } from "../../bindings/error-table.ts";
import { codeOfRpc, detailsOf, errorFromDetails } from "../../codec/error-details.ts";
import type { ErrorCodec, WireError } from "../../codec/version-codec.ts";

/** 1.0 errors: a code, a sentence, and an array of typed details. */
export const errors: ErrorCodec = {
  encode(error: A2AError): WireError {
    const details = detailsOf(error);
    return {
      code: errorTable[error.code].rpc,
      message: error.message,
      ...(details.length > 0 && { data: details }),
    };
  },
  decode({ code, message, data }: WireError): A2AError {
    const details = Array.isArray(data) ? data : isJsonObject(data) ? [data] : [];
    return errorFromDetails(message, details, codeOfRpc(code) ?? "INTERNAL");
  },
  encodeHttp(error: A2AError): JsonValue {
    const { http, grpc } = errorTable[error.code];
    return { error: { code: http, status: grpc, message: error.message, details: detailsOf(error) } };
  },
};

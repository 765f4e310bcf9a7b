import { type CodecOptions, detailsOf, errorFromDetails, errorTable } from "@a2a/bridge";
import type { A2AError, ErrorCode, JsonObject, OperationName } from "@a2a/types";
import { Metadata, status } from "@grpc/grpc-js";
import { spellings } from "../versions/spellings.ts";
import { decodeStatus, encodeStatus } from "./details.ts";
import { readName, withName } from "./names.ts";

/** The trailer with the details of an error. */
export const DETAILS = "grpc-status-details-bin";

/** The largest trailer, in bytes: proxies commonly accept 8 KiB of headers. */
const MAX_DETAILS = 4_096;
const MAX_MESSAGE = 1_000;

/** The path prefixes of services whose errors are identified by the names in their messages. */
const NAMING = Object.values(spellings)
  .filter(({ namesErrors }) => namesErrors)
  .map(({ file }) => `/${file.package}.`);

/** An error as a gRPC status: its code, its message, which begins with its name where the version asks for it, and typed details in the trailer. */
export function toStatus(error: A2AError, options: CodecOptions = {}, path = "") {
  const { grpc, olderGrpc = grpc } = errorTable[error.code];
  const name = options.errorStatuses === "1.0.0" ? olderGrpc : grpc;
  const code = status[name as keyof typeof status]; // the error table names statuses of gRPC
  // A message that is not well-formed cannot be a header.
  const text = error.message.slice(0, MAX_MESSAGE).toWellFormed();
  const details = NAMING.some((prefix) => path.startsWith(prefix)) ? withName(error.code, text) : text;
  const metadata = new Metadata();
  metadata.set(DETAILS, trailerOf(code, details, detailsOf(error, true)));
  return { code, details, metadata };
}

/** As many of the details as fit, the reason first. */
function trailerOf(code: number, message: string, details: readonly JsonObject[]): Buffer {
  for (let count = details.length; count > 1; count--) {
    const trailer = encodeStatus(code, message, details.slice(0, count));
    if (trailer.length <= MAX_DETAILS) return trailer;
  }
  return encodeStatus(code, message, details.slice(0, 1));
}

/** The error of a status that a peer sent: by the reason in its details if there is one, otherwise by its code and the operation. */
export function fromStatus(
  code: number,
  message: string,
  metadata: Metadata | undefined,
  operation: OperationName,
): A2AError | undefined {
  const isRefusedCancel = operation === "cancelTask" && code === status.FAILED_PRECONDITION;
  const fallback = isRefusedCancel ? "TASK_NOT_CANCELABLE" : CODES[code];
  const details = detailsIn(metadata);
  const named = details.length === 0 ? readName(message) : undefined;
  if (named !== undefined) return errorFromDetails(named.message, [], named.code);
  if (fallback === undefined && details.length === 0) return undefined;
  return errorFromDetails(message, details, fallback ?? "INTERNAL");
}

function detailsIn(metadata: Metadata | undefined): JsonObject[] {
  const [trailer] = metadata?.get(DETAILS) ?? [];
  if (!Buffer.isBuffer(trailer)) return [];
  try {
    return decodeStatus(trailer).details;
  } catch {
    return []; // the status itself says enough
  }
}

/** The meaning of a status without details. Six errors share FAILED_PRECONDITION: the one that concerns the call as a whole stands for them. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  [status.INVALID_ARGUMENT]: "INVALID_PARAMS",
  [status.OUT_OF_RANGE]: "INVALID_PARAMS",
  [status.NOT_FOUND]: "TASK_NOT_FOUND",
  [status.FAILED_PRECONDITION]: "UNSUPPORTED_OPERATION",
  [status.UNIMPLEMENTED]: "METHOD_NOT_FOUND",
  [status.UNAUTHENTICATED]: "UNAUTHENTICATED",
  [status.PERMISSION_DENIED]: "PERMISSION_DENIED",
  [status.RESOURCE_EXHAUSTED]: "RATE_LIMITED",
  [status.INTERNAL]: "INTERNAL",
  [status.UNKNOWN]: "INTERNAL",
  [status.DATA_LOSS]: "INTERNAL",
};

import { type A2AError, type ErrorCode, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { setMember } from "@a2a/types/internal";
import type { WireError } from "../codec/version-codec.ts";
import { codeOfRpc, detailsOf, errorFromDetails, errorInfo } from "./error-details.ts";

/** The data of an older error: an object, since typed clients expect one, that contains the details of 1.0. */
export function encodeData(error: A2AError): JsonObject | undefined {
  const details = detailsOf(error);
  return details.length > 0 ? { details } : undefined;
}

/** Whether the code of JSON-RPC tells everything about an error, except for the id of the task, which its caller has named. */
export function isToldByCode(error: A2AError, rpc: number): boolean {
  const { code, metadata, violations, details, retryAfterMs } = error;
  const isBare = violations.length + details.length === 0 && retryAfterMs === undefined;
  return isBare && codeOfRpc(rpc) === code && Object.keys(metadata).every((name) => name === "taskId");
}

/** An older error by its code, which a protocol version may map differently, and its data. */
export function decodeOlder(
  { code, message, data, status }: WireError,
  meaning: (code: number) => ErrorCode | undefined,
): A2AError {
  const known = meaning(code) ?? codeOfRpc(code, status);
  const details = isJsonObject(data) && Array.isArray(data.details) ? data.details : undefined;
  const typed = details?.every((detail) => isJsonObject(detail) && typeof detail["@type"] === "string");
  return errorFromDetails(message, typed && details ? details : foreignDetails(data, known, code), known ?? "INTERNAL");
}

/** Nonstandard `data` of a peer: scalars become metadata, the rest is kept unchanged. */
function foreignDetails(data: JsonValue | undefined, known: ErrorCode | undefined, code: number): JsonValue[] {
  const metadata: JsonObject = known === undefined ? { code: String(code) } : {};
  const rest: JsonObject = {};
  if (isJsonObject(data)) {
    for (const [key, value] of Object.entries(data)) {
      if (typeof value === "object") setMember(rest, key, value);
      else setMember(metadata, key, String(value));
    }
  } else if (data !== undefined && data !== null) {
    if (typeof data === "object") rest.value = data;
    else metadata.data = String(data);
  }
  const details: JsonValue[] = [];
  if (Object.keys(metadata).length > 0) details.push(errorInfo(known ?? "INTERNAL", metadata));
  if (Object.keys(rest).length > 0) {
    details.push({ "@type": "type.googleapis.com/google.protobuf.Struct", value: rest });
  }
  return details;
}

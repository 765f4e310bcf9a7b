import { excerpt } from "@a2a/bridge";
import { type A2AError, LocalError, type OperationName } from "@a2a/types";
import { type ServiceError, status } from "@grpc/grpc-js";
import { DETAILS, fromStatus } from "../errors/status.ts";

/** The error of a call that did not succeed: the peer's own, or a local one when the connection failed or the time was up. */
export function errorOf(
  { code, details, metadata }: ServiceError,
  timeoutMs: number,
  operation: OperationName,
): A2AError | LocalError {
  const hasDetails = metadata !== undefined && metadata.get(DETAILS).length > 0;
  if (!hasDetails) {
    if (code === status.DEADLINE_EXCEEDED) return new LocalError("TIMEOUT", `no answer within ${timeoutMs} ms`);
    // The peer, or this side: either way nothing says that the call was carried out.
    if (code === status.UNAVAILABLE || code === status.CANCELLED || code === status.ABORTED) {
      return new LocalError("NETWORK", `the agent cannot be reached over gRPC: ${excerpt(details)}`);
    }
    if (code === status.RESOURCE_EXHAUSTED && details.startsWith("Received message larger than max")) {
      return new LocalError("LIMIT", `the answer exceeds the limit: ${excerpt(details)}`);
    }
  }
  const error = fromStatus(code, excerpt(details), metadata, operation);
  return error ?? new LocalError("PROTOCOL", `the peer answered with gRPC status ${code}: ${excerpt(details)}`);
}

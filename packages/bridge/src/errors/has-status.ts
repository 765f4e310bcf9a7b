import { isLocalError } from "@a2a/types";

/** Whether a peer has answered with an HTTP status, and not in words of the protocol. */
export function hasStatus(error: unknown, status: number): boolean {
  return isLocalError(error, "HTTP") && error.status === status;
}

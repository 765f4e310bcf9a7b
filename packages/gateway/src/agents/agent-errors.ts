import { A2AError, isA2AError, isLocalError, type LocalError } from "@a2a/types";
import type { CallEvent } from "../telemetry/events.ts";

/** Whether a failure says that the agent is out of order, rather than that it refused a call. */
export function isOutage(error: unknown): boolean {
  // An error of the protocol is an answer.
  if (!isLocalError(error)) return false;
  const { code, status = 0 } = error;
  return code === "NETWORK" || code === "TIMEOUT" || code === "OUTCOME_UNKNOWN" || (code === "HTTP" && status >= 500);
}

/** The error that a caller sees for a failure. */
export interface ErrorContext {
  readonly agent: string;
  /** Whether the agent was shown credentials of the gateway, which are none of the caller's business. */
  readonly ownCredentials: boolean;
}

/** A failed call in terms that concern its caller. Errors of the agent stay as they are. */
export function toCallerError(error: unknown, { agent, ownCredentials }: ErrorContext): unknown {
  if (isA2AError(error)) {
    if (error.code !== "UNAUTHENTICATED" && error.code !== "PERMISSION_DENIED") return error;
    return ownCredentials ? refusedCredentials(agent, error) : error;
  }
  if (!isLocalError(error)) return error;
  if (isUnauthenticated(error)) {
    return ownCredentials
      ? refusedCredentials(agent, error)
      : new A2AError("UNAUTHENTICATED", `Agent ${agent} does not accept these credentials`, { cause: error });
  }
  switch (error.code) {
    case "NETWORK":
    case "TIMEOUT":
    case "CLOSED":
    case "NO_COMMON_INTERFACE":
      return unavailable(agent, error);
    case "OUTCOME_UNKNOWN":
      return new A2AError(
        "INTERNAL",
        `The connection to agent ${agent} broke after the message was sent: it may have taken effect`,
        { cause: error },
      );
    case "HTTP":
      return (error.status ?? 0) >= 500 ? unavailable(agent, error) : invalidAnswer(agent, error);
    case "PROTOCOL":
    case "LIMIT":
      return invalidAnswer(agent, error);
    default:
      return error;
  }
}

function isUnauthenticated({ code, status }: LocalError): boolean {
  return code === "HTTP" && (status === 401 || status === 403);
}

function refusedCredentials(agent: string, cause: unknown): A2AError {
  return new A2AError("UNAVAILABLE", `Agent ${agent} does not accept the credentials of the gateway`, { cause });
}

function unavailable(agent: string, cause: LocalError): A2AError {
  return new A2AError("UNAVAILABLE", `Agent ${agent} cannot be reached: try again shortly`, {
    cause,
    retryAfterMs: cause.retryAfterMs ?? 1_000,
  });
}

function invalidAnswer(agent: string, cause: LocalError): A2AError {
  return new A2AError("INVALID_AGENT_RESPONSE", `The answer of agent ${agent} is invalid`, { cause });
}

/** How a call ended that failed. */
export function outcomeOf(error: unknown, signal: AbortSignal | undefined): CallEvent["outcome"] {
  if (signal?.aborted) return "aborted";
  return isA2AError(error) ? error.code : "INTERNAL";
}

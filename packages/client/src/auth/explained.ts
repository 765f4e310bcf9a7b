import { A2AError, isA2AError, isLocalError, LocalError } from "@a2a/types";
import type { Calls, Endpoint } from "../transports/transport.ts";

type Connected = Calls & { readonly endpoint: Endpoint };

/**
 * Calls whose errors say that credentials were withheld, if an agent asks for some.
 * @param withheld Why the credentials of the caller are not sent to an endpoint; `undefined` when they are, or there are none.
 */
export function explained(calls: Connected, withheld: (endpoint: Endpoint) => string | undefined): Connected {
  const explain = (error: unknown): unknown => {
    const reason = withheld(calls.endpoint);
    return reason === undefined ? error : withReason(error, reason);
  };
  return {
    get endpoint() {
      return calls.endpoint;
    },
    async unary(operation, input, options) {
      try {
        return await calls.unary(operation, input, options);
      } catch (error) {
        throw explain(error);
      }
    },
    async stream(operation, input, options) {
      try {
        return await calls.stream(operation, input, options);
      } catch (error) {
        throw explain(error);
      }
    },
  };
}

function withReason(error: unknown, reason: string): unknown {
  if (isA2AError(error, "UNAUTHENTICATED")) {
    const { code, message, metadata, violations, details } = error;
    const facts = { metadata: { ...metadata }, violations: [...violations], details: [...details] };
    return new A2AError(code, `${message} (${reason})`, { ...facts, cause: error });
  }
  if (!isLocalError(error, "HTTP") || error.status !== 401) return error;
  return new LocalError("HTTP", `${error.message} (${reason})`, { status: error.status, cause: error });
}

import { A2AError, isA2AError, isLocalError, LocalError } from "@a2a/types";
import type { Calls, Endpoint } from "../transports/transport.ts";

type Connected = Calls & { readonly endpoint: Endpoint };

/**
 * Calls whose errors say that credentials were withheld, if an agent asks for some.
 * @param withheld Why the credentials of the caller are not sent to an endpoint; `undefined` when they are, or there are none.
 */
export function explained(calls: Connected, withheld: (endpoint: Endpoint) => string | undefined): Connected {
  const explain = (error: unknown): never => {
    const reason = withheld(calls.endpoint);
    throw reason === undefined ? error : withReason(error, reason);
  };
  return {
    get endpoint() {
      return calls.endpoint;
    },
    unary: (operation, input, options) => calls.unary(operation, input, options).catch(explain),
    stream: (operation, input, options) => calls.stream(operation, input, options).catch(explain),
  };
}

function withReason(error: unknown, reason: string): unknown {
  if (isA2AError(error, "UNAUTHENTICATED")) {
    return new A2AError(error.code, `${error.message} (${reason})`, { ...error, cause: error });
  }
  if (!isLocalError(error, "HTTP") || error.status !== 401) return error;
  return new LocalError("HTTP", `${error.message} (${reason})`, { ...error, cause: error });
}

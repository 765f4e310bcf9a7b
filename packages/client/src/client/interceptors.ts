import type { Logger, OperationName, Operations } from "@a2a/types";

/** A call on its way to an agent. */
export interface OutgoingCall<Name extends OperationName = OperationName> {
  readonly operation: Name;
  readonly input: Operations[Name]["input"];
  readonly agent: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands around every call: it may change the call, look at what comes back, or answer itself. Streams come back as a stream. */
export type Interceptor = (call: OutgoingCall, next: (call: OutgoingCall) => Promise<unknown>) => Promise<unknown>;

/** Calls through all interceptors, the first one outermost. */
export function throughInterceptors(
  interceptors: readonly Interceptor[],
  call: OutgoingCall,
  send: (call: OutgoingCall) => Promise<unknown>,
): Promise<unknown> {
  const [first, ...rest] = interceptors;
  if (first === undefined) return send(call);
  return first(call, (inner) => throughInterceptors(rest, inner, send));
}

/** Logs each call: what, to whom, how long, and how it ended. Never what was said. */
export function logging(logger: Logger): Interceptor {
  return async (call, next) => {
    const { operation, agent } = call;
    const started = performance.now();
    try {
      const output = await next(call);
      logger.info({ operation, agent, ms: Math.round(performance.now() - started) }, "call answered");
      return output;
    } catch (error) {
      logger.warn({ operation, agent, ms: Math.round(performance.now() - started), error }, "call failed");
      throw error;
    }
  };
}

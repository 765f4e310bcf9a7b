import { isStreaming } from "@a2a/types";
import type { FollowedEvent } from "../resume/followed.ts";
import type { Interceptor, OutgoingCall } from "./interceptors.ts";

/** The members of an OpenTelemetry span that are used. */
export interface TracedSpan {
  setStatus(status: { code: number; message?: string }): unknown;
  recordException(error: Error): unknown;
  end(): void;
}

/** The members of `@opentelemetry/api` that are used: pass the module itself. */
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
  const tracer = api.trace.getTracer("@a2a/client");
  return async (call, next) => {
    const parent = api.context.active();
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": call.agent,
      "rpc.method": call.operation,
      ...conversationOf(call),
    };
    const span = tracer.startSpan(`invoke_agent ${call.agent}`, { kind: CLIENT, attributes }, parent);
    const headers = { ...call.headers };
    api.propagation.inject(api.trace.setSpan(parent, span), headers);
    try {
      const result = await next({ ...call, headers });
      if (isStreaming(call.operation)) {
        return traced(result as AsyncGenerator<FollowedEvent, void, void>, span) as typeof result; // a stream, as it streams
      }
      span.end();
      return result;
    } catch (error) {
      note(span, error);
      span.end();
      throw error;
    }
  };
}

async function* traced(
  events: AsyncGenerator<FollowedEvent, void, void>,
  span: TracedSpan,
): AsyncGenerator<FollowedEvent, void, void> {
  try {
    yield* events;
  } catch (error) {
    note(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function note(span: TracedSpan, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: ERROR, message });
  if (error instanceof Error) span.recordException(error);
}

function conversationOf({ input }: OutgoingCall): Record<string, string> {
  const contextId = "message" in input ? input.message.contextId : undefined;
  return contextId === undefined ? {} : { "gen_ai.conversation.id": contextId };
}

import * as api from "@opentelemetry/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, tracing } from "../src/index.ts";
import { cardAt, sendEvent, serveAgentPeer, startStream } from "./support/agent-peer.ts";

/** What a tracer of the application would have recorded. */
interface Recorded {
  name: string;
  attributes: api.Attributes;
  status?: api.SpanStatus;
  exceptions: unknown[];
  ended: boolean;
  parent: string | undefined;
}

const recorded: Recorded[] = [];
const contextOf = (spanId: string): api.SpanContext => ({
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId,
  traceFlags: 1,
});

class RecordingTracer implements api.Tracer {
  startSpan(name: string, options: api.SpanOptions = {}, context = api.context.active()): api.Span {
    const span: Recorded = {
      name,
      attributes: options.attributes ?? {},
      exceptions: [],
      ended: false,
      parent: api.trace.getSpanContext(context)?.spanId,
    };
    recorded.push(span);
    const plain = api.trace.wrapSpanContext(contextOf(`b7ad6b716920333${recorded.length}`));
    return Object.assign(Object.create(plain), {
      setStatus: (status: api.SpanStatus) => Object.assign(span, { status }),
      recordException: (error: unknown) => span.exceptions.push(error),
      end: () => {
        span.ended = true;
      },
    }) as api.Span;
  }

  startActiveSpan(): never {
    throw new Error("not used");
  }
}

beforeEach(() => {
  recorded.length = 0;
  api.trace.setGlobalTracerProvider({ getTracer: () => new RecordingTracer() });
  api.propagation.setGlobalPropagator({
    inject(context, carrier, setter) {
      const { traceId, spanId } = api.trace.getSpanContext(context) ?? contextOf("none");
      setter.set(carrier, "traceparent", `00-${traceId}-${spanId}-01`);
    },
    extract: (context) => context,
    fields: () => ["traceparent"],
  });
});

afterEach(() => {
  api.trace.disable();
  api.propagation.disable();
});

const task = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_COMPLETED" } };

describe("tracing with OpenTelemetry", () => {
  it("creates a span per call, and propagates the trace to the agent", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { SendMessage: () => ({ task }) } });
    const client = await connect(peer.url, { interceptors: [tracing(api)], memory: new Map() });
    await client.send({ messageId: "m-1", contextId: "c-1", role: "ROLE_USER", parts: [{ text: "secret plans" }] });
    expect(recorded).toMatchObject([
      {
        name: "invoke_agent Weather desk",
        attributes: {
          "gen_ai.agent.name": "Weather desk",
          "rpc.method": "sendMessage",
          "gen_ai.conversation.id": "c-1",
        },
        ended: true,
      },
    ]);
    expect(peer.received.at(-1)?.headers.traceparent).toBe("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    expect(JSON.stringify(recorded)).not.toContain("secret plans");
  });

  it("records failures, and ends the span of a stream with the stream", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: ({ id }, response) => {
          startStream(response);
          sendEvent(response, id, { task: { ...task, status: { state: "TASK_STATE_WORKING" } } });
          sendEvent(response, id, { statusUpdate: { taskId: "t-1", contextId: "c-1", status: task.status } });
          response.end();
        },
      },
    });
    const client = await connect(peer.url, { interceptors: [tracing(api)], memory: new Map() });
    const open: boolean[] = [];
    for await (const _ of client.stream("go")) open.push(recorded[0]?.ended === false);
    expect(open).toEqual([true, true]);
    expect(recorded[0]?.ended).toBe(true);
    await expect(client.getTask("t-9")).rejects.toThrow();
    expect(recorded[1]).toMatchObject({
      ended: true,
      status: { code: api.SpanStatusCode.ERROR },
      exceptions: [expect.any(Error)],
    });
  });
});

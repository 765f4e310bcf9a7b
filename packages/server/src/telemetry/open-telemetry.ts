import { type AgentExecutor, isA2AError, isJsonObject } from "@a2a/types";
import { LruMap } from "@a2a/types/internal";
import {
  type Attributes,
  type Context,
  context,
  type Meter,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { createMetricProducer, type MetricProducer } from "./metric-producer.ts";
import type { Metrics } from "./metrics.ts";
import { meterMetrics } from "./open-telemetry-metrics.ts";
import type { Tracing } from "./tracing.ts";

// How many tasks are remembered for their webhooks; a delivery of an older one begins a trace of its own.
const MAX_TASKS = 10_000;

/**
 * Traces a server with OpenTelemetry, by the providers that the process has registered: a span for every operation, as a part of its
 * caller's trace; one for every turn of the agent, which is active while the agent works, also when a restart came in between; and
 * one for every delivery to a webhook, which hands the trace on. The span of a streaming call ends when its stream begins. Ids are
 * recorded, nothing that was said.
 *
 * The returned object also records metrics: `serve({ tracing: telemetry, metrics: telemetry })` records how long calls, turns and
 * writes take, queues, streams, recoveries, webhooks and refusals. docs/metrics.md lists the instruments.
 *
 * With `producer: true`, measurements are added up here instead of by a meter, at a fraction of the cost, and the SDK of OpenTelemetry
 * collects the totals when it exports. Pass the result to the metric reader as well. The values are cumulative, as Prometheus and OTLP
 * expect by default; meters and views of the SDK do not apply to them.
 *
 * @example
 * const telemetry = openTelemetry({ producer: true });
 * const reader = new PeriodicExportingMetricReader({ exporter, metricProducers: [telemetry] });
 * await serve({ card, executor, tracing: telemetry, metrics: telemetry });
 */
export function openTelemetry(options: { tracer?: Tracer; producer: true }): Tracing & MetricProducer;
export function openTelemetry(options?: { tracer?: Tracer; meter?: Meter; producer?: false }): Tracing & Metrics;
export function openTelemetry({
  tracer = trace.getTracer("@a2a/server"),
  meter,
  producer = false,
}: {
  tracer?: Tracer;
  meter?: Meter;
  producer?: boolean;
} = {}): Tracing & Metrics {
  const tasks = new LruMap<Context>(MAX_TASKS);

  /** Starts a span and makes it the current one. */
  function begin(name: string, kind: SpanKind, attributes: Attributes, parent: Context): [Span, Context] {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return [span, trace.setSpan(parent, span)];
  }

  return {
    // No meter before the first measurement: those of a provider that is registered later would do nothing.
    ...(producer ? createMetricProducer() : meterMetrics(() => meter ?? metrics.getMeter("@a2a/server"))),
    async call({ operation, binding, version, headers }, run) {
      const attributes = { "rpc.method": operation, "a2a.binding": binding, "a2a.version": version };
      const parent = propagation.extract(context.active(), headers);
      const [span, within] = begin(`a2a ${operation}`, SpanKind.SERVER, attributes, parent);
      return until(span, () => context.with(within, run));
    },
    carrier() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    turn({ taskId, contextId, attempt, carrier }, start) {
      const attributes = { "a2a.task.id": taskId, "gen_ai.conversation.id": contextId, "a2a.attempt": attempt };
      const parent = isJsonObject(carrier) ? propagation.extract(ROOT_CONTEXT, carrier) : ROOT_CONTEXT;
      const [span, within] = begin("a2a turn", SpanKind.INTERNAL, attributes, parent);
      tasks.set(taskId, within);
      return steps(span, within, start);
    },
    async delivery({ taskId, url }, run) {
      const attributes = { "a2a.task.id": taskId, "server.address": new URL(url).hostname };
      const [span, within] = begin("a2a webhook", SpanKind.CLIENT, attributes, tasks.get(taskId) ?? ROOT_CONTEXT);
      const headers: Record<string, string> = {};
      propagation.inject(within, headers);
      return until(span, () => context.with(within, () => run(headers)));
    },
  };
}

/** The steps of an agent, each of them taken within a context. */
async function* steps(span: Span, within: Context, start: () => ReturnType<AgentExecutor>): ReturnType<AgentExecutor> {
  let agent: ReturnType<AgentExecutor> | undefined;
  try {
    agent = context.with(within, start);
    for (;;) {
      const taken = agent;
      const next = await context.with(within, () => taken.next());
      if (next.done) return next.value;
      yield next.value;
    }
  } catch (error) {
    note(span, error);
    throw error;
  } finally {
    const left = agent;
    // The turn may have ended before the agent did.
    await context.with(within, () => left?.return(undefined));
    span.end();
  }
}

async function until<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    note(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Refusals are the caller's errors; only unexpected failures are errors of the server. */
function note(span: Span, error: unknown): void {
  if (isA2AError(error) && error.code !== "INTERNAL" && error.code !== "UNAVAILABLE") {
    span.setAttribute("error.type", error.code);
    return;
  }
  span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof Error) span.recordException(error);
}

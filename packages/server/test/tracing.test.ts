import { join } from "node:path";
import { type AgentExecutor, ask, requireAuth, status, textOf } from "@a2a/types";
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTelemetry } from "../src/otel.ts";
import { temporaryFolder } from "./sqlite-harness.ts";
import { rpc, say, serveAgent, taskOf } from "./support/agent.ts";
import { bindings } from "./support/bindings.ts";
import { local, receiver } from "./support/receiver.ts";

const exporter = new InMemorySpanExporter();
const spans = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name);
/** The ended span with this name. */
const ended = (name: string) => expect.poll(() => spans(name)[0]);

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
});
beforeEach(() => exporter.reset());
afterAll(() => {
  context.disable();
  propagation.disable();
  trace.disable();
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";
const caller = { traceparent: `00-${traceId}-${parentId}-01` };

/** Reports the active trace and span after awaiting and yielding. */
const tells: AgentExecutor = async function* () {
  yield status("TASK_STATE_WORKING");
  await new Promise((resolve) => setImmediate(resolve));
  const { traceId: active, spanId } = trace.getActiveSpan()?.spanContext() ?? { traceId: "none", spanId: "none" };
  yield { data: { active, spanId } };
};

describe.each(bindings)("tracing over $name", ({ call }) => {
  it("continues the caller's trace in the call's span, with the turn's span below it", async () => {
    await using server = await serveAgent(tells, { tracing: openTelemetry() });
    const { output } = await call(server, "SendMessage", say("x"), caller);
    const task = output?.task as { id: string; contextId: string };
    await ended("a2a sendMessage").toMatchObject({
      kind: SpanKind.SERVER,
      parentSpanContext: { traceId, spanId: parentId },
      attributes: { "rpc.method": "sendMessage", "a2a.version": "1.0" },
    });
    await ended("a2a turn").toMatchObject({
      parentSpanContext: { traceId, spanId: spans("a2a sendMessage")[0]?.spanContext().spanId },
      attributes: { "a2a.task.id": task.id, "gen_ai.conversation.id": task.contextId, "a2a.attempt": 1 },
    });
    const active = { active: traceId, spanId: spans("a2a turn")[0]?.spanContext().spanId };
    expect(task).toMatchObject({ artifacts: [{ parts: [{ data: active }] }] });
  });

  it("records the reason of a rejection, which is not a server error", async () => {
    await using server = await serveAgent(tells, { tracing: openTelemetry() });
    await call(server, "GetTask", { id: "none" });
    await ended("a2a getTask").toMatchObject({
      attributes: { "error.type": "TASK_NOT_FOUND" },
      status: { code: SpanStatusCode.UNSET },
    });
  });
});

describe("tracing", () => {
  it("records an agent failure", async () => {
    const fails: AgentExecutor = async function* () {
      yield "half";
      throw new RangeError("too far");
    };
    await using server = await serveAgent(fails, { tracing: openTelemetry() });
    expect(taskOf(await rpc(server, "SendMessage", say("x"))).status.state).toBe("TASK_STATE_FAILED");
    await ended("a2a turn").toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { "error.type": "RangeError" },
      events: [{ name: "exception" }],
    });
  });

  it("ends the span of a turn that asks for input", async () => {
    const asks: AgentExecutor = async function* ({ message }) {
      yield textOf(message) === "auth" ? requireAuth("sign in") : ask("what?");
    };
    await using server = await serveAgent(asks, { tracing: openTelemetry() });
    await rpc(server, "SendMessage", say("x"));
    await rpc(server, "SendMessage", say("auth"));
    await expect.poll(() => spans("a2a turn")).toHaveLength(2);
  });

  it("propagates the trace to webhooks", async () => {
    await using hook = await receiver();
    await using server = await serveAgent(tells, { ...local, tracing: openTelemetry() });
    const configuration = { taskPushNotificationConfig: { url: hook.url } };
    await rpc(server, "SendMessage", say("x", {}, configuration), caller);
    const deliveries = await hook.seen(4);
    await expect.poll(() => spans("a2a webhook")).toHaveLength(4);
    const sent = spans("a2a webhook").map((span) => `00-${traceId}-${span.spanContext().spanId}-01`);
    expect(deliveries.map(({ headers }) => headers.traceparent)).toEqual(sent);
    expect(spans("a2a webhook")[0]).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: { "server.address": "127.0.0.1" },
    });
  });

  it("continues the same trace after a restart", async () => {
    using folder = temporaryFolder();
    const store = `sqlite:${join(folder.path, "tasks.db")}`;
    const begun = Promise.withResolvers<void>();
    const hangs: AgentExecutor = async function* () {
      yield status("TASK_STATE_WORKING");
      begun.resolve();
      await new Promise(() => undefined);
    };
    const first = await serveAgent(hangs, { store, tracing: openTelemetry() });
    await rpc(first, "SendMessage", say("x", {}, { returnImmediately: true }), caller);
    await begun.promise;
    await first.close({ drainMs: 0 });
    exporter.reset();
    await using second = await serveAgent(tells, { store, turns: { recovery: "retry" }, tracing: openTelemetry() });
    expect(second.url).toMatch(/^http/);
    await ended("a2a turn").toMatchObject({ parentSpanContext: { traceId }, attributes: { "a2a.attempt": 2 } });
  });
});

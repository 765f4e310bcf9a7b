import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inProcessClient } from "@a2a/http";
import { nodeClient } from "@a2a/http/node";
import { artifact, ask, createMessage, type Message, textOf } from "@a2a/types";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgentHandler } from "../src/index.ts";
import { createMemoryEngine } from "../src/memory.ts";
import { openTelemetry } from "../src/otel.ts";
import { instruments } from "../src/telemetry/instruments.ts";
import { LiveMetrics } from "../src/telemetry/live-metrics.ts";
import { allMetrics, UNLABELED } from "../src/telemetry/metrics.ts";

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const producer = openTelemetry({ producer: true });
const reader = new PeriodicExportingMetricReader({
  exporter,
  exportIntervalMillis: 3_600_000,
  metricProducers: [producer],
});
const provider = new MeterProvider({ readers: [reader] });
const telemetry = openTelemetry({ meter: provider.getMeter("test") });
const metrics = allMetrics([telemetry, producer]);
if (metrics === undefined) throw new Error("expected both");
let go = Promise.withResolvers<void>();

const engine = createMemoryEngine();
const handler = createAgentHandler({
  card: { name: "Measured" },
  engine,
  tracing: telemetry,
  metrics,
  limits: {
    maxBodyBytes: 50_000,
    rateLimit: ({ subject }, operation) => (operation === "listTasks" ? 1_000 : subject ? undefined : 0),
  },
  webhooks: {
    http: nodeClient({ egress: { allowPrivate: true, allowHttp: true } }).http,
    guard: () => {},
  },
  async *executor({ message }) {
    const text = textOf(message);
    if (text === "wait") await go.promise;
    yield artifact({ name: "echo", parts: [{ text }] });
    if (text === "wait") yield ask("What?");
  },
});
const http = inProcessClient((request) => handler.fetch(request));
const receiver = createServer((_, response) => response.writeHead(204).end());

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await handler.close({ drainMs: 0 });
  await provider.shutdown();
  receiver.close();
});

async function call(method: string, params: object): Promise<{ result?: { task: { id: string } } }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
  const response = await http({ method: "POST", url: "http://localhost/a2a", headers, body });
  let text = "";
  for await (const chunk of response.body) text += new TextDecoder().decode(chunk);
  return text.startsWith("{") ? JSON.parse(text) : {};
}

/** The metrics that the SDK aggregated by its meter (`test`), or collected from our producer (`@a2a/server`). */
async function exported(scopeName: string): Promise<MetricData[]> {
  await reader.forceFlush();
  const scopes = exporter.getMetrics().at(-1)?.scopeMetrics ?? [];
  return scopes.find(({ scope }) => scope.name === scopeName)?.metrics ?? [];
}

/** The points of an instrument, as exported: their attributes and sums, or counts. */
async function points(name: string): Promise<{ attributes: object; value: number }[]> {
  const found = (await exported("test")).find(({ descriptor }) => descriptor.name === name);
  return (found?.dataPoints ?? []).map(({ attributes, value }) => ({
    attributes,
    value: typeof value === "number" ? value : value.count,
  }));
}

const send = (message: Message, configuration = {}) => call("SendMessage", { message, configuration });
const total = async (name: string) => (await points(name)).reduce((sum, { value }) => sum + value, 0);

// Metrics add up: each of these tests counts on from the one before.
describe("the metrics of a server", { shuffle: false }, () => {
  it("measures calls by operation, binding and version, turns and appends", async () => {
    await send(createMessage("hello"));
    expect(await points("a2a.server.operation.duration")).toEqual([
      {
        attributes: { "rpc.method": "sendMessage", "a2a.protocol.binding": "JSONRPC", "a2a.protocol.version": "1.0" },
        value: 1,
      },
    ]);
    expect(await total("a2a.server.turn.duration")).toBe(1);
    expect(await total("a2a.server.append.duration")).toBe(1);
  });

  it("names the code of an error, and counts refusals by limit", async () => {
    await call("GetTask", { id: "none" });
    await call("ListTasks", {});
    const failed = (await points("a2a.server.operation.duration")).map(({ attributes }) => attributes);
    expect(failed).toContainEqual(expect.objectContaining({ "rpc.method": "getTask", "error.type": "TASK_NOT_FOUND" }));
    const large = await http({
      method: "POST",
      url: "http://localhost/a2a",
      headers: { "Content-Type": "application/json" },
      body: " ".repeat(100_000),
    });
    expect(large.status).toBe(413);
    expect(await points("a2a.server.refusals")).toEqual([
      { attributes: { "error.type": "RATE_LIMITED", "a2a.limit": "rateLimit" }, value: 1 },
      { attributes: { "error.type": "PAYLOAD_TOO_LARGE", "a2a.limit": "maxBodyBytes" }, value: 1 },
    ]);
  });

  it("counts streams while they are open", async () => {
    await call("SendStreamingMessage", { message: createMessage("hello") });
    expect(await points("a2a.server.active_streams")).toEqual([{ attributes: {}, value: 0 }]);
  });

  it("counts messages that wait for the turn before theirs, and how long they have", async () => {
    const { result } = await send(createMessage("wait"), { returnImmediately: true });
    const taskId = result?.task.id ?? "";
    const second = send(createMessage("second", { taskId }), { returnImmediately: true });
    await expect.poll(() => total("a2a.server.queue.depth")).toBe(1);
    go.resolve();
    await second;
    await expect.poll(() => total("a2a.server.queue.depth")).toBe(0);
    expect(await total("a2a.server.queue.wait")).toBe(1);
    go = Promise.withResolvers();
  });

  it("counts deliveries to webhooks, and their lag", async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await send(createMessage("hello"), { taskPushNotificationConfig: { url } });
    await expect.poll(() => total("a2a.server.webhook.lag")).toBeGreaterThan(0);
    const outcomes = (await points("a2a.server.webhook.deliveries")).map(({ attributes }) => attributes);
    expect(outcomes).toEqual([{ "a2a.webhook.outcome": "taken" }]);
  });

  it("counts turns that were taken over", async () => {
    const crashed = createMemoryEngine();
    const scope = { tenant: "", owner: "someone" };
    const begun = await crashed.begin({
      scope,
      message: createMessage("hello"),
      fingerprint: "1",
      version: "1.0",
      call: {},
      repeatable: true,
    });
    if (begun.kind !== "run") throw new Error("expected a turn");
    await begun.lease.create();
    await begun.lease.release({ requeue: true });
    const second = createAgentHandler({
      card: { name: "Second" },
      engine: crashed,
      metrics,
      turns: { recovery: "retry" },
      async *executor() {
        yield "done";
      },
    });
    await expect.poll(() => total("a2a.server.lease.recoveries")).toBe(1);
    await second.close({ drainMs: 0 });
  });

  /** The SDK adds up what it collects each time, and floating-point sums depend on the order. */
  function rounded(value: MetricData["dataPoints"][number]["value"]) {
    return typeof value === "number" ? value : { ...value, sum: value.sum?.toPrecision(9) };
  }

  it("adds up in a producer what the SDK adds up itself", async () => {
    const comparable = (metrics: MetricData[]) =>
      metrics
        .map(
          ({
            descriptor: { name, unit, description },
            dataPoints,
            dataPointType,
            aggregationTemporality,
            ...rest
          }) => ({
            descriptor: { name, unit, description },
            dataPointType,
            aggregationTemporality,
            isMonotonic: "isMonotonic" in rest && rest.isMonotonic,
            points: dataPoints.map(({ attributes, value }) => ({ attributes, value: rounded(value) })),
          }),
        )
        .sort((one, other) => one.descriptor.name.localeCompare(other.descriptor.name));
    // Webhooks of the tests before may still be on their way, and be counted between the two readings.
    await vi.waitFor(async () => {
      const ours = comparable(await exported("@a2a/server"));
      expect(ours.map(({ descriptor }) => descriptor.name)).toEqual(Object.keys(instruments).sort());
      expect(ours).toEqual(comparable(await exported("test")));
    });
  });

  it("keeps the same values in memory for the page of a server", () => {
    const live = new LiveMetrics();
    for (const seconds of [0.001, 0.002, 0.003, 4]) live.record("a2a.server.turn.duration", seconds, UNLABELED);
    live.record("a2a.server.active_streams", 1, UNLABELED);
    live.record("a2a.server.active_streams", -1, UNLABELED);
    const { rows } = live.snapshot() as {
      rows: { name: string; value: number; histogram?: { p50: number; p99: number } }[];
    };
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ["a2a.server.active_streams", 0],
      ["a2a.server.turn.duration", 4],
    ]);
    const { p50 = 0, p99 = 0 } = rows[1]?.histogram ?? {};
    expect(p50).toBeGreaterThanOrEqual(0.002);
    expect(p50).toBeLessThan(0.004);
    expect(p99).toBeGreaterThanOrEqual(4);
  });
});

/** The name of an instrument in Prometheus, as OpenTelemetry exports it. */
function prometheusNames(): string[] {
  return Object.entries(instruments).flatMap(([name, { kind, unit }]) => {
    const base = name.replaceAll(".", "_") + (unit === "s" ? "_seconds" : "");
    if (kind === "histogram") return [`${base}_bucket`, `${base}_count`, `${base}_sum`];
    return [kind === "counter" ? `${base}_total` : base];
  });
}

it("the Grafana board asks for metrics that exist, and shows all of them", () => {
  const board = readFileSync(new URL("../../../docs/grafana/a2a-server.json", import.meta.url), "utf8");
  expect(JSON.parse(board)).toMatchObject({ title: "A2A server" });
  const asked = new Set(board.match(/a2a_server_\w+/g));
  const known = prometheusNames();
  expect([...asked].filter((name) => !known.includes(name))).toEqual([]);
  const unseen = Object.keys(instruments).filter(
    (name) => ![...asked].some((each) => each.startsWith(name.replaceAll(".", "_"))),
  );
  expect(unseen).toEqual([]);
});

it("docs/metrics.md lists every instrument with its unit", () => {
  const page = readFileSync(new URL("../../../docs/metrics.md", import.meta.url), "utf8");
  for (const [name, { unit }] of Object.entries(instruments)) expect(page).toMatch(`| \`${name}\` | ${unit} |`);
});

import { connect } from "@a2a/client";
import { createMessage } from "@a2a/types";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, it } from "vitest";
import { serveAgent, startGateway } from "./support/setup.ts";

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
const meter = new MeterProvider({ readers: [reader] }).getMeter("gateway");

/** The values of an instrument by its attributes: the number of values of a histogram, the sum of a counter. */
async function valuesOf(name: string): Promise<unknown[]> {
  exporter.reset();
  await reader.forceFlush();
  const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  return all
    .filter(({ descriptor }) => descriptor.name === name)
    .flatMap(({ dataPoints }) =>
      dataPoints.map(({ attributes, value }) => [attributes, typeof value === "object" ? value.count : value]),
    );
}

it("measures calls and requests by agent and outcome, and circuit breakers", async () => {
  await using agent = await serveAgent();
  const card = { ...(await connect(agent.url)).card };
  const nowhere = {
    ...card,
    supportedInterfaces: card.supportedInterfaces.map((entry) => ({ ...entry, url: "http://127.0.0.1:9/a2a" })),
  };
  await using gateway = await startGateway({
    meter,
    agents: {
      tax: { url: agent.url },
      gone: { url: "http://127.0.0.1:9", card: nowhere, breaker: { failures: 1, restMs: 3_600_000 } },
    },
  });
  const at = (name: string) =>
    connect(`${gateway.url}/agents/${name}`, { versions: ["0.3"], maxRetries: 0, memory: new Map() });
  const [tax, gone] = [await at("tax"), await at("gone")];
  await tax.send("hello");
  for await (const _ of tax.stream("hello"));
  await expect(tax.getTask("none")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  await expect(gone.send("hello")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  // It is given a rest: this one does not reach it.
  await expect(gone.send(createMessage("hello"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const protocol = { "a2a.protocol.version": "0.3", "a2a.protocol.binding": "JSONRPC" };
  const [send, stream, get] = [
    { "a2a.agent": "tax", "rpc.method": "sendMessage" },
    { "a2a.agent": "tax", "rpc.method": "sendStreamingMessage" },
    { "a2a.agent": "tax", "rpc.method": "getTask", "error.type": "TASK_NOT_FOUND" },
  ];
  const refused = { "a2a.agent": "gone", "rpc.method": "sendMessage", "error.type": "UNAVAILABLE" };
  expect(await valuesOf("a2a.gateway.call.duration")).toEqual([
    [{ ...send, ...protocol }, 1],
    [{ ...stream, ...protocol }, 1],
    [{ ...get, ...protocol }, 1],
    [{ ...refused, ...protocol }, 2],
  ]);
  expect(await valuesOf("a2a.gateway.agent.request.duration")).toEqual([
    [send, 1],
    [stream, 1],
    [get, 1],
    [refused, 1],
  ]);
  expect(await valuesOf("a2a.gateway.agent.breakers_open")).toEqual([[{ "a2a.agent": "gone" }, 1]]);
});

import { setImmediate } from "node:timers/promises";
import { createMemoryEngine } from "@a2a/server/memory";
import { openEngine, serve } from "@a2a/server/node";
import { type AgentTurn, type AgentYield, artifact, ask, status, textOf } from "@a2a/types";
import { CHUNK, chunksOf } from "./chunks.ts";
import { report } from "./report.ts";
import { storeTask } from "./stored-tasks.ts";

// `ours.ts [memory|sqlite:FILE] [TASKS] [TURNS] [producer|meter]`: the agent of the benchmarks, with so many tasks before it begins: finished
// ones, or such that have been asked so many times; with metrics, added up by us or by OpenTelemetry, if they are asked for.
const [, , store = "memory", stored = "0", turns = "0", measured = ""] = process.argv;
const engine =
  store === "memory" && Number(stored) > 0
    ? createMemoryEngine({ maxTasks: 200_000, maxContexts: 200_000 })
    : await openEngine(store);
let go = Promise.withResolvers<void>();

async function* echo({ message }: AgentTurn): AsyncGenerator<AgentYield, void, void> {
  const text = textOf(message);
  const chunks = chunksOf(text);
  if (chunks) {
    if (chunks.waits) {
      yield status("TASK_STATE_WORKING");
      await go.promise;
    }
    for (let n = 0; n < chunks.count; n++) {
      if (!chunks.burst) await setImmediate();
      yield CHUNK;
    }
  } else if (text === "ask") {
    yield ask("And now?");
  } else {
    if (text === "go") {
      go.resolve();
      go = Promise.withResolvers();
    }
    yield artifact({ artifactId: "echo", name: "echo", parts: [{ text }] });
  }
}

const metrics = measured === "" ? undefined : await meter(measured);
const agent = await serve({
  card: { name: "Echo" },
  engine,
  webhooks: false,
  executor: echo,
  ...(metrics && { metrics }),
});
const taskIds: string[] = [];
for (let n = 0; n < Number(stored); n++) taskIds.push(await storeTask(engine, n, Number(turns)));
const step = Math.ceil(taskIds.length / 1_000);
report(
  Number(new URL(agent.url).port),
  taskIds.filter((_, n) => n % step === 0),
);

/** Measures with the SDK of OpenTelemetry, which exports the values every second: by a producer of ours, or by a meter of its own. */
async function meter(how: string) {
  const sdk = await import("@opentelemetry/sdk-metrics");
  const { openTelemetry } = await import("@a2a/server/otel");
  const producer = openTelemetry({ producer: true });
  const exporter = new sdk.InMemoryMetricExporter(sdk.AggregationTemporality.DELTA);
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: 1_000,
    metricProducers: [producer],
  });
  const provider = new sdk.MeterProvider({ readers: [reader] });
  return how === "producer" ? producer : openTelemetry({ meter: provider.getMeter("bench") });
}

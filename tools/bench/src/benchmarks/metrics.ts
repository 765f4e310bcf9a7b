import type { Benchmark, LeveledBenchmark } from "../benchmark.ts";
import type { Load } from "../servers/child-server.ts";
import { message, rpc, served } from "../servers/contestant.ts";

/** A blocking send with metrics, added up by our producer or recorded by a meter of OpenTelemetry, compared with one without. */
export default { levels: [64], at: metrics } satisfies LeveledBenchmark;

function metrics(concurrency: number): Benchmark {
  const load: Load = {
    expect: "TASK_STATE_COMPLETED",
    requests: 8_000,
    concurrency,
    body: (n) => rpc(n, "SendMessage", { message: message(n, "hello there") }),
  };
  return {
    title: `blocking send with and without metrics, concurrency ${concurrency}`,
    baseline: WITHOUT,
    contestants: [
      served(WITHOUT, "ours.ts", load),
      served(PRODUCER, "ours.ts", load, () => ["memory", "0", "0", "producer"]),
      served(METER, "ours.ts", load, () => ["memory", "0", "0", "meter"]),
    ],
    targets: [{ contestant: PRODUCER, figure: "cpu µs/op", atMost: 1.03 }],
  };
}

const WITHOUT = "without metrics";
const PRODUCER = "metric producer";
const METER = "meter of the SDK";

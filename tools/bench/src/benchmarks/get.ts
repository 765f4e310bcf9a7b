import type { Benchmark } from "../benchmark.ts";
import type { Load } from "../servers/child-server.ts";
import { rpc, served, sqliteStore } from "../servers/contestant.ts";

const load: Load = {
  body: (n, taskIds) => rpc(n, "GetTask", { id: taskIds[n % taskIds.length] ?? "any" }),
  expect: "TASK_STATE_COMPLETED",
  requests: 2_000,
  concurrency: 64,
};

function get(name: string, tasks: number, store: () => string) {
  return served(`${name}, ${tasks} stored`, "ours.ts", load, () => [store(), String(tasks)]);
}

/** Reading a task: it does not matter how many there are. */
export default {
  title: "reading one task, concurrency 64",
  baseline: "memory, 1 stored",
  contestants: [
    get("memory", 1, () => "memory"),
    get("memory", 10_000, () => "memory"),
    get("memory", 100_000, () => "memory"),
    get("SQLite", 10_000, sqliteStore),
    served("raw node:http", "raw.ts", load),
  ],
  targets: [
    { contestant: "memory, 10000 stored", figure: "cpu µs/op", atMost: 1.2 },
    { contestant: "memory, 100000 stored", figure: "cpu µs/op", atMost: 1.2 },
    { contestant: "memory, 1 stored", figure: "requests/s", against: "raw node:http", atLeast: 0.75 },
  ],
} satisfies Benchmark;

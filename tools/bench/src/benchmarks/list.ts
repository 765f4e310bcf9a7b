import type { Benchmark } from "../benchmark.ts";
import { rpc, served, sqliteStore } from "../servers/contestant.ts";

function list(name: string, tasks: number, store: () => string) {
  const load = {
    body: (n: number) => rpc(n, "ListTasks", { pageSize: 50 }),
    expect: "nextPageToken",
    requests: 200,
    concurrency: 16,
  };
  return served(`${name}, ${tasks} stored`, "ours.ts", load, () => [store(), String(tasks)]);
}

/** The first page of a list: it does not matter how many tasks there are. */
export default {
  title: "a page of 50 tasks",
  baseline: "memory, 100 stored",
  contestants: [
    list("memory", 100, () => "memory"),
    list("memory", 10_000, () => "memory"),
    list("memory", 100_000, () => "memory"),
    list("SQLite", 100, sqliteStore),
    list("SQLite", 10_000, sqliteStore),
  ],
  targets: [
    { contestant: "memory, 10000 stored", figure: "cpu µs/op", atMost: 1.3 },
    { contestant: "memory, 100000 stored", figure: "cpu µs/op", atMost: 1.3 },
    { contestant: "SQLite, 10000 stored", figure: "cpu µs/op", against: "SQLite, 100 stored", atMost: 1.3 },
  ],
} satisfies Benchmark;

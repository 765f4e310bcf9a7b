import type { Benchmark } from "../benchmark.ts";
import { allowance, idleStream, keptTask } from "../servers/held-memory.ts";

/** What is held in memory, measured after a collection: a finished task may take 2 KiB beyond its JSON, an idle stream 20. */
export default {
  title: "what is kept in memory",
  baseline: "2 KiB",
  contestants: [
    allowance("2 KiB", 2_048),
    keptTask("a finished task, beyond its JSON"),
    idleStream("an idle stream", "ours.ts"),
    idleStream("an idle stream of raw node:http", "raw.ts"),
  ],
  targets: [
    { contestant: "a finished task, beyond its JSON", figure: "bytes", atMost: 1 },
    { contestant: "an idle stream", figure: "bytes", atMost: 10 },
  ],
} satisfies Benchmark;

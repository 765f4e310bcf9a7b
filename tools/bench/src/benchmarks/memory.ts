import type { Benchmark } from "../benchmark.ts";
import { FLOOR, OFFICIAL, OURS, SQLITE, sqliteStore } from "../servers/contestant.ts";
import { allowance, keptTask } from "../servers/held-memory.ts";

/** The heap that a finished task of an echo agent takes after a collection, its JSON included. */
export default {
  title: "the heap of a stored task",
  baseline: "1,500 bytes",
  contestants: [
    allowance("1,500 bytes", 1_500),
    keptTask(FLOOR, "floor.ts"),
    keptTask(OURS, "ours.ts", () => ["memory", "1"]),
    keptTask(SQLITE, "ours.ts", () => [sqliteStore()]),
    keptTask(OFFICIAL, "official.ts"),
  ],
  targets: [
    { contestant: OURS, figure: "bytes", atMost: 1 },
    { contestant: SQLITE, figure: "bytes", atMost: 1 },
  ],
} satisfies Benchmark;

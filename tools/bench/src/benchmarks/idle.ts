import type { Benchmark } from "../benchmark.ts";
import { FLOOR, OFFICIAL, OURS, RAW, SQLITE, sqliteStore } from "../servers/contestant.ts";
import { idleStream, RESIDENT } from "../servers/held-memory.ts";

/** A reader that follows a task which has nothing to say: its memory, resident and on the heap after a collection. */
export default {
  title: "an idle stream",
  baseline: RAW,
  contestants: [
    idleStream(RAW, "raw.ts"),
    idleStream(FLOOR, "floor.ts"),
    idleStream(OURS, "ours.ts", () => ["memory", "1"]),
    idleStream(SQLITE, "ours.ts", () => [sqliteStore()]),
    idleStream(OFFICIAL, "official.ts"),
  ],
  targets: [
    { contestant: OURS, figure: RESIDENT, atMost: 1.3 },
    { contestant: SQLITE, figure: RESIDENT, atMost: 1.3 },
  ],
} satisfies Benchmark;

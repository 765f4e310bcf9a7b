import type { LeveledBenchmark } from "../benchmark.ts";
import { streaming } from "../streaming.ts";

/** An agent that says all it has at once. */
export default {
  levels: [16],
  at: (streams) => streaming("burst", streams, { events: [0.7, 0.4] }),
} satisfies LeveledBenchmark;

import type { LeveledBenchmark } from "../benchmark.ts";
import { streaming } from "../streaming.ts";

/** An agent that says a little at a time. */
export default {
  levels: [1, 16, 64, 256],
  at: (streams) =>
    streaming("chunks", streams, {
      events: [0.65, 0.4],
      firstEvent: [2, 3],
      ...(streams >= 64 && { cpu: [1.5, 2.2] }),
    }),
} satisfies LeveledBenchmark;

import type { Benchmark } from "../benchmark.ts";
import { fanOut } from "../servers/fan-out.ts";

/** The events of one task to many readers: each costs little more than the write to its socket. */
export default {
  title: "one task, many readers",
  baseline: "raw node:http, 1000 readers",
  contestants: [
    fanOut("raw node:http, 1000 readers", "raw.ts", 1_000),
    fanOut("ours, 1000 readers", "ours.ts", 1_000),
    fanOut("raw node:http, 100 readers", "raw.ts", 100),
    fanOut("ours, 100 readers", "ours.ts", 100),
    fanOut("raw node:http, 1 reader", "raw.ts", 1),
    fanOut("ours, 1 reader", "ours.ts", 1),
  ],
  targets: [{ contestant: "ours, 1000 readers", figure: "cpu µs/delivery", atMost: 1.3 }],
} satisfies Benchmark;

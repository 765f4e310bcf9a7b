import type { Benchmark } from "../benchmark.ts";
import { message, rpc, served } from "../servers/contestant.ts";

function stream(chunks: number) {
  return served(`${chunks} chunks`, "ours.ts", {
    body: (n) => rpc(n, "SendStreamingMessage", { message: message(n, `burst:${chunks}`) }),
    expect: "artifactUpdate",
    // The same number of events, in streams of different length.
    requests: 100_000 / chunks,
    concurrency: 1,
    eventsPerRequest: chunks,
  });
}

/** The cost of a chunk in a long stream compared with a short one. */
export default {
  title: "one stream, as long as can be",
  baseline: "1000 chunks",
  contestants: [stream(100), stream(1_000), stream(10_000), stream(100_000)],
  targets: [
    { contestant: "10000 chunks", figure: "cpu µs/event", atMost: 1.2 },
    { contestant: "100000 chunks", figure: "cpu µs/event", atMost: 1.3 },
  ],
} satisfies Benchmark;

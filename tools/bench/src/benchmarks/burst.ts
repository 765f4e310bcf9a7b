import type { Benchmark } from "../benchmark.ts";
import type { Load } from "../servers/child-server.ts";
import { message, rpc, served, sqliteStore } from "../servers/contestant.ts";

const CHUNKS = 200;
const load: Load = {
  body: (n) => rpc(n, "SendStreamingMessage", { message: message(n, `burst:${CHUNKS}`) }),
  expect: "artifactUpdate",
  requests: 64,
  concurrency: 16,
  eventsPerRequest: CHUNKS,
};

/** An agent that streams 200 chunks of 64 bytes, as fast as it can, to 16 callers at a time. */
export default {
  title: "16 streams of 200 chunks, as fast as it can",
  baseline: "raw node:http",
  contestants: [
    served("raw node:http", "raw.ts", load),
    served("ours", "ours.ts", load),
    served("ours, SQLite", "ours.ts", load, () => [sqliteStore()]),
    served("official SDK 1.3, Express", "official.ts", load),
  ],
  targets: [
    { contestant: "ours", figure: "events/s", atLeast: 0.6 },
    { contestant: "ours", figure: "cpu µs/event", atMost: 2.2 },
    { contestant: "ours", figure: "first byte ms", atMost: 2 },
  ],
} satisfies Benchmark;

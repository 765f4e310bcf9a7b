import type { Benchmark } from "./benchmark.ts";
import type { Load } from "./servers/child-server.ts";
import { message, rpc, served, sqliteStore } from "./servers/contestant.ts";

const CHUNKS = 200;
const OFFICIAL = "official SDK 1.3, Express";

/** An agent that streams 200 chunks of 64 bytes to so many callers at a time: `chunks` with a pause after each, or in a `burst`. */
export function streaming(kind: "chunks" | "burst", streams: number, atLeast: number): Benchmark {
  const load: Load = {
    body: (n) => rpc(n, "SendStreamingMessage", { message: message(n, `${kind}:${CHUNKS}`) }),
    expect: "artifactUpdate",
    requests: Math.max(streams, 256),
    concurrency: streams,
    eventsPerRequest: CHUNKS,
  };
  return {
    title: `${streams} streams of ${CHUNKS} chunks, ${kind === "burst" ? "as fast as can be" : "pausing after each"}`,
    baseline: "raw node:http",
    contestants: [
      served("raw node:http", "raw.ts", load),
      served("ours", "ours.ts", load),
      served("ours, SQLite", "ours.ts", load, () => [sqliteStore()]),
      // Fewer, since each takes a hundred times as long.
      served(OFFICIAL, "official.ts", { ...load, requests: Math.max(streams, 32) }),
    ],
    targets: [
      { contestant: "ours", figure: "events/s", atLeast },
      { contestant: "ours", figure: "events/s", against: OFFICIAL, atLeast: 15 },
      { contestant: "ours", figure: "cpu µs/event", atMost: 2.2 },
      { contestant: "ours", figure: "first byte ms", atMost: 2 },
    ],
  };
}

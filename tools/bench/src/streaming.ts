import type { Benchmark, Contestant, Target } from "./benchmark.ts";
import type { Load } from "./servers/child-server.ts";
import { FLOOR, message, OFFICIAL, OURS, RAW, rpc, SQLITE, served, sqliteStore } from "./servers/contestant.ts";

const CHUNKS = 200;

/** What is expected of our streams, in memory and in SQLite, beside bare `node:http`. */
export interface StreamTargets {
  readonly events: readonly [memory: number, sqlite: number];
  /** Absent where a stream alone or a few do not tell: the CPU time of few events is mostly that of waiting for them. */
  readonly cpu?: readonly [memory: number, sqlite: number];
  readonly firstEvent?: readonly [memory: number, sqlite: number];
}

/** An agent that streams 200 chunks of 64 bytes to so many callers at a time: `chunks` with a pause after each, or in a `burst`. */
export function streaming(kind: "chunks" | "burst", streams: number, goals: StreamTargets): Benchmark {
  const load: Load = {
    body: (n) => rpc(n, "SendStreamingMessage", { message: message(n, `${kind}:${CHUNKS}`) }),
    expect: "artifactUpdate",
    requests: Math.max(streams, 256),
    concurrency: streams,
    eventsPerRequest: CHUNKS,
  };
  return {
    title: `${streams} ${streams === 1 ? "stream" : "streams"} of ${CHUNKS} chunks, ${kind === "burst" ? "as fast as can be" : "pausing after each"}`,
    baseline: RAW,
    contestants: streamContestants(load, streams),
    targets: [...streamTargets(goals), { contestant: OURS, figure: "events/s", against: OFFICIAL, atLeast: 15 }],
  };
}

function streamContestants(load: Load, streams: number): Contestant[] {
  return [
    served(RAW, "raw.ts", load),
    served(FLOOR, "floor.ts", load),
    served(OURS, "ours.ts", load),
    served(SQLITE, "ours.ts", load, () => [sqliteStore()]),
    // Fewer, since each takes a hundred times as long.
    served(OFFICIAL, "official.ts", { ...load, requests: Math.max(streams, 32) }),
  ];
}

function streamTargets({ events, cpu, firstEvent }: StreamTargets): Target[] {
  return [OURS, SQLITE].flatMap((contestant, index): Target[] => [
    { contestant, figure: "events/s", atLeast: events[index] as number },
    ...(cpu ? [{ contestant, figure: "cpu µs/event", atMost: cpu[index] as number }] : []),
    ...(firstEvent ? [{ contestant, figure: "first event ms", atMost: firstEvent[index] as number }] : []),
  ]);
}

import type { Benchmark, LeveledBenchmark, Target } from "../benchmark.ts";
import type { Load } from "../servers/child-server.ts";
import { FLOOR, message, OFFICIAL, RAW, rpc, SQLITE, served, sqliteStore } from "../servers/contestant.ts";

/**
 * A blocking send to an echo agent, compared with a bare server that sends the same bytes, and with the official SDK. Older protocol
 * versions are compared with our own 1.0.
 */
export default { levels: [1, 64], at: sends } satisfies LeveledBenchmark;

function sends(concurrency: number): Benchmark {
  const shared = { expect: "TASK_STATE_COMPLETED", requests: concurrency === 1 ? 2_000 : 4_000, concurrency };
  const byRpc: Load = { ...shared, body: (n) => rpc(n, "SendMessage", { message: message(n, "hello there") }) };
  const byRest: Load = {
    ...shared,
    path: "/a2a/message:send",
    body: (n) => JSON.stringify({ message: message(n, "hello there") }),
  };
  const v0_3: Load = {
    ...shared,
    version: "0.3",
    expect: '"completed"',
    body: (n) => {
      const old = {
        kind: "message",
        messageId: `m-${n}`,
        role: "user",
        parts: [{ kind: "text", text: "hello there" }],
      };
      return rpc(n, "message/send", { message: old });
    },
  };
  const v0_1: Load = {
    ...shared,
    version: "0.1",
    expect: '"completed"',
    body: (n) => {
      const old = { role: "user", parts: [{ type: "text", text: "hello there" }] };
      return rpc(n, "tasks/send", { id: `t-${n}`, message: old });
    },
  };
  return {
    title: concurrency === 1 ? "blocking send, one caller at a time" : `blocking send, concurrency ${concurrency}`,
    baseline: RAW,
    contestants: [
      served(RAW, "raw.ts", byRpc),
      served(FLOOR, "floor.ts", byRpc),
      served(OURS, "ours.ts", byRpc),
      served("ours, HTTP+JSON", "ours.ts", byRest),
      served("ours, 0.3", "ours.ts", v0_3),
      served("ours, 0.1", "ours.ts", v0_1),
      served(SQLITE, "ours.ts", byRpc, () => [sqliteStore()]),
      served(OFFICIAL, "official.ts", byRpc),
    ],
    targets: concurrency === 1 ? aloneTargets : togetherTargets,
  };
}

const OURS = "ours, JSON-RPC";

const aloneTargets: readonly Target[] = [
  { contestant: OURS, figure: "requests/s", atLeast: 0.8 },
  { contestant: SQLITE, figure: "requests/s", atLeast: 0.55 },
  { contestant: OURS, figure: "p99 ms", atMost: 2 },
  { contestant: SQLITE, figure: "p99 ms", atMost: 4 },
];

const togetherTargets: readonly Target[] = [
  { contestant: OURS, figure: "requests/s", atLeast: 0.55 },
  { contestant: "ours, HTTP+JSON", figure: "requests/s", atLeast: 0.48 },
  { contestant: SQLITE, figure: "requests/s", atLeast: 0.3 },
  { contestant: OURS, figure: "requests/s", against: OFFICIAL, atLeast: 4 },
  { contestant: "ours, HTTP+JSON", figure: "requests/s", against: OFFICIAL, atLeast: 3.5 },
  { contestant: SQLITE, figure: "requests/s", against: OFFICIAL, atLeast: 2 },
  { contestant: "ours, 0.3", figure: "requests/s", against: OURS, atLeast: 0.9 },
  { contestant: "ours, 0.1", figure: "requests/s", against: OURS, atLeast: 0.9 },
  { contestant: OURS, figure: "cpu µs/op", atMost: 2.2 },
  { contestant: OURS, figure: "p99 ms", atMost: 3 },
];

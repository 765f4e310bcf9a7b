import type { Benchmark, LeveledBenchmark } from "../benchmark.ts";
import type { Load } from "../servers/child-server.ts";
import { message, rpc, served } from "../servers/contestant.ts";

/** A blocking send through a gateway, compared with the same agent called directly: with many callers and with one. */
export default { levels: [64], at: throughGateway } satisfies LeveledBenchmark;

function throughGateway(concurrency: number): Benchmark {
  const direct: Load = {
    expect: "TASK_STATE_COMPLETED",
    requests: 4_000,
    concurrency,
    body: (n) => rpc(n, "SendMessage", { message: message(n, "hello there") }),
  };
  const relayed: Load = { ...direct, path: "/agents/echo/a2a" };
  const alone = { requests: 1_000, concurrency: 1 };
  return {
    title: `blocking send through a gateway, concurrency ${concurrency}`,
    baseline: DIRECT,
    contestants: [
      served(DIRECT, "ours.ts", direct),
      served(BARE, "proxy.ts", direct),
      served(GATEWAY, "gateway.ts", relayed),
      served(OLD, "gateway.ts", relayed, () => ["0.1"]),
      served(`${DIRECT}, one caller`, "ours.ts", { ...direct, ...alone }),
      served(`${BARE}, one caller`, "proxy.ts", { ...direct, ...alone }),
      served(`${GATEWAY}, one caller`, "gateway.ts", { ...relayed, ...alone }),
    ],
    targets: [
      { contestant: GATEWAY, figure: "requests/s", atLeast: 0.6 },
      // What Node allows a third process on the same cores; docs/decisions/031 has the profile.
      { contestant: GATEWAY, figure: "requests/s", against: BARE, atLeast: 0.6 },
      { contestant: `${GATEWAY}, one caller`, figure: "p50 ms", against: `${DIRECT}, one caller`, atMost: 2.5 },
    ],
  };
}

const DIRECT = "direct";
const BARE = "through a bare proxy";
const GATEWAY = "through the gateway";
const OLD = "through the gateway, agent of 0.1";

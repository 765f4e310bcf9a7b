import type { Benchmark } from "../benchmark.ts";
import type { Load } from "../servers/child-server.ts";
import { message, rpc, served, sqliteStore } from "../servers/contestant.ts";

const shared = { expect: "TASK_STATE_COMPLETED", requests: 4_000, concurrency: 64 };
const byRpc: Load = { ...shared, body: (n) => rpc(n, "SendMessage", { message: message(n, "hello there") }) };
const byRest: Load = {
  ...shared,
  path: "/a2a/message:send",
  body: (n) => JSON.stringify({ message: message(n, "hello there") }),
};
const older: Load = {
  ...shared,
  expect: '"completed"',
  body: (n) => {
    const old = { kind: "message", messageId: `m-${n}`, role: "user", parts: [{ kind: "text", text: "hello there" }] };
    return rpc(n, "message/send", { message: old });
  },
};
const oldest: Load = {
  ...shared,
  expect: '"completed"',
  body: (n) => {
    const old = { role: "user", parts: [{ type: "text", text: "hello there" }] };
    return rpc(n, "tasks/send", { id: `t-${n}`, message: old });
  },
};

/**
 * A blocking send to an echo agent, beside a bare server that answers the same bytes. That ours is at least four times the official
 * SDK follows from both limits.
 */
export default {
  title: "blocking send, concurrency 64",
  baseline: "raw node:http",
  contestants: [
    served("raw node:http", "raw.ts", byRpc),
    served("ours, JSON-RPC", "ours.ts", byRpc),
    served("ours, HTTP+JSON", "ours.ts", byRest),
    served("ours, 0.3", "ours.ts", older),
    served("ours, 0.1", "ours.ts", oldest),
    served("ours, SQLite", "ours.ts", byRpc, () => [sqliteStore()]),
    served("official SDK 1.3, Express", "official.ts", byRpc),
  ],
  targets: [
    { contestant: "ours, JSON-RPC", figure: "requests/s", atLeast: 0.55 },
    { contestant: "ours, HTTP+JSON", figure: "requests/s", atLeast: 0.48 },
    { contestant: "ours, SQLite", figure: "requests/s", atLeast: 0.3 },
    { contestant: "official SDK 1.3, Express", figure: "requests/s", atMost: 0.14 },
    { contestant: "ours, JSON-RPC", figure: "p99 ms", atMost: 3 },
    { contestant: "ours, JSON-RPC", figure: "cpu µs/op", atMost: 2.2 },
  ],
} satisfies Benchmark;

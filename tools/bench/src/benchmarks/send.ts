import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Benchmark, Contestant } from "../benchmark.ts";
import { childServer, type Load } from "../servers/child-server.ts";

const message = (n: number) => ({ messageId: `m-${n}`, role: "ROLE_USER", parts: [{ text: "hello there" }] });
const shared = { expect: "TASK_STATE_COMPLETED", requests: 2_000, concurrency: 64 };
const rpc: Load = {
  ...shared,
  body: (n) => JSON.stringify({ jsonrpc: "2.0", id: n, method: "SendMessage", params: { message: message(n) } }),
};
const rest: Load = { ...shared, path: "/a2a/message:send", body: (n) => JSON.stringify({ message: message(n) }) };
const older: Load = {
  ...shared,
  expect: '"completed"',
  body: (n) => {
    const old = { kind: "message", messageId: `m-${n}`, role: "user", parts: [{ kind: "text", text: "hello there" }] };
    return JSON.stringify({ jsonrpc: "2.0", id: n, method: "message/send", params: { message: old } });
  },
};

function server(name: string, script: string, args: () => string[], load: Load): Contestant {
  return { name, operations: load.requests, setup: () => childServer(script, args(), load) };
}

const sqlite = () => [`sqlite:${join(mkdtempSync(join(tmpdir(), "a2a-bench-")), "tasks.db")}`];

/** A blocking send to an echo agent, beside a bare server that answers the same bytes. */
export default {
  title: "blocking send, concurrency 64",
  baseline: "raw node:http",
  contestants: [
    server("raw node:http", "raw.ts", () => [], rpc),
    server("ours, JSON-RPC", "ours.ts", () => ["memory"], rpc),
    server("ours, HTTP+JSON", "ours.ts", () => ["memory"], rest),
    server("ours, 0.3", "ours.ts", () => ["memory"], older),
    server("ours, SQLite", "ours.ts", sqlite, rpc),
  ],
  targets: [
    { contestant: "ours, JSON-RPC", figure: "requests/s", atLeast: 0.55 },
    { contestant: "ours, HTTP+JSON", figure: "requests/s", atLeast: 0.48 },
    { contestant: "ours, SQLite", figure: "requests/s", atLeast: 0.3 },
    { contestant: "ours, JSON-RPC", figure: "p99 ms", atMost: 3 },
    { contestant: "ours, JSON-RPC", figure: "cpu µs/op", atMost: 2.2 },
  ],
} satisfies Benchmark;

import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "@a2a/client";
import { createMessage } from "@a2a/types";
import { Role } from "sdk-v1_0";
import { ClientFactory } from "sdk-v1_0/client";
import { Agent } from "undici";
import type { Benchmark, Contestant, Figures, Running } from "../benchmark.ts";

const CALLS = 2_000;
const AT_ONCE = 64;

/** Something that sends one message and waits for the task. */
interface Caller {
  call(n: number): Promise<string | undefined>;
  close?(): Promise<void>;
}

/** A caller against a minimal agent in a separate process. */
function contestant(name: string, open: (url: string) => Promise<Caller> | Caller): Contestant {
  return {
    name,
    operations: CALLS,
    async setup(): Promise<Running> {
      const child = fork(new URL("../servers/fixed.ts", import.meta.url), { execArgv: ["--no-warnings"] });
      const [{ port }] = (await once(child, "message")) as [{ port: number }];
      const caller = await open(`http://127.0.0.1:${port}`);
      return {
        run: () => measure(caller),
        async teardown() {
          await caller.close?.();
          child.kill();
        },
      };
    },
  };
}

async function measure(caller: Caller): Promise<Figures> {
  const before = process.cpuUsage();
  const started = performance.now();
  let left = CALLS;
  const work = async () => {
    while (left-- > 0) {
      const state = await caller.call(left);
      if (state !== "TASK_STATE_COMPLETED" && state !== "3") throw new Error(`unexpected state: ${state}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { "calls/s": CALLS / seconds, "cpu µs/op": (user + system) / CALLS };
}

/** The lower bound: a handwritten request and `JSON.parse`. */
function raw(url: string): Caller {
  const agent = new Agent({ connections: 128 });
  const headers = { "content-type": "application/json", accept: "application/json", "a2a-version": "1.0" };
  return {
    async call(n) {
      const message = { messageId: `m-${n}`, role: "ROLE_USER", parts: [{ text: "hello there" }] };
      const body = JSON.stringify({ jsonrpc: "2.0", id: n, method: "SendMessage", params: { message } });
      const answer = await agent.request({ origin: url, path: "/a2a", method: "POST", headers, body });
      const { result } = JSON.parse(await answer.body.text()) as { result: { task: { status: { state: string } } } };
      return result.task.status.state;
    },
    close: () => agent.destroy(),
  };
}

async function ours(url: string): Promise<Caller> {
  const client = await connect(url, { memory: new Map() });
  return {
    async call() {
      const answer = await client.send(createMessage("hello there"));
      return "task" in answer ? answer.task.status.state : undefined;
    },
    close: () => client.close(),
  };
}

async function official(url: string): Promise<Caller> {
  const client = await new ClientFactory().createFromUrl(url);
  return {
    async call(n) {
      const message = {
        messageId: `m-${n}`,
        role: Role.ROLE_USER,
        parts: [
          {
            content: { $case: "text" as const, value: "hello there" },
            metadata: undefined,
            filename: "",
            mediaType: "",
          },
        ],
        contextId: "",
        taskId: "",
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      };
      const answer = await client.sendMessage({ tenant: "", message, configuration: undefined, metadata: undefined });
      return "status" in answer ? String(answer.status?.state) : undefined;
    },
  };
}

/** One message and its answer, from the caller's side. */
export default {
  title: "client calls against a fixed agent, concurrency 64",
  baseline: "undici.request and JSON.parse",
  contestants: [
    contestant("undici.request and JSON.parse", raw),
    contestant("ours", ours),
    contestant("official SDK 1.3", official),
  ],
  targets: [
    { contestant: "ours", figure: "calls/s", atLeast: 0.8 },
    { contestant: "ours", figure: "calls/s", against: "official SDK 1.3", atLeast: 2 },
  ],
} satisfies Benchmark;

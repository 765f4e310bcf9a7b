import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Agent } from "undici";
import type { Figures, Running } from "../benchmark.ts";

/** How a contestant is called. */
export interface Load {
  /** Default `/a2a`. */
  path?: string;
  body: (n: number) => string;
  /** What a right answer holds. */
  expect: string;
  requests: number;
  concurrency: number;
}

let sent = 0;

/** A server in a process of its own, with load from this one. Judged by its CPU time, which its neighbours move least. */
export async function childServer(script: string, args: string[], load: Load): Promise<Running> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    execArgv: ["--conditions=@a2a/source", "--no-warnings"],
  });
  const died = once(child, "exit").then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`)));
  const [{ port }] = (await Promise.race([once(child, "message"), died])) as [{ port: number }];
  died.catch(() => undefined);
  const agent = new Agent({ connections: load.concurrency, pipelining: 1 });
  return {
    run: () => measure(child, agent, `http://127.0.0.1:${port}`, load),
    async teardown() {
      await agent.destroy();
      child.kill();
    },
  };
}

async function measure(child: ChildProcess, agent: Agent, origin: string, load: Load): Promise<Figures> {
  const { path = "/a2a", body, expect, requests, concurrency } = load;
  const before = await cpuOf(child);
  const started = performance.now();
  const latencies: number[] = [];
  let left = requests;
  const caller = async () => {
    while (left-- > 0) {
      const at = performance.now();
      const headers = { "content-type": "application/json", "a2a-version": "1.0" };
      const answer = await agent.request({ origin, path, method: "POST", headers, body: body(sent++) });
      const text = await answer.body.text();
      if (!text.includes(expect)) throw new Error(`unexpected answer: ${text.slice(0, 200)}`);
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    "requests/s": requests / seconds,
    "cpu µs/op": ((await cpuOf(child)) - before) / requests,
    "p99 ms": latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, "message") as Promise<[{ cpuUs: number }]>;
  child.send("cpu");
  const [{ cpuUs }] = await answer;
  return cpuUs;
}

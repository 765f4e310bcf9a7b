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
  /** How many events each answer streams; the figures are then those of events. */
  eventsPerRequest?: number;
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
  const { requests, concurrency, eventsPerRequest } = load;
  const before = await cpuOf(child);
  const started = performance.now();
  const answered: number[] = [];
  const begun: number[] = [];
  let left = requests;
  const caller = async () => {
    while (left-- > 0) {
      const at = performance.now();
      begun.push((await call(agent, origin, load)) - at);
      answered.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  const seconds = (performance.now() - started) / 1000;
  const cpuUs = (await cpuOf(child)) - before;
  if (eventsPerRequest === undefined) {
    return { "requests/s": requests / seconds, "cpu µs/op": cpuUs / requests, "p99 ms": quantile(answered, 0.99) };
  }
  const events = requests * eventsPerRequest;
  return { "events/s": events / seconds, "cpu µs/event": cpuUs / events, "first byte ms": quantile(begun, 0.5) };
}

/** Makes one call, and reads all of its answer; gives the time of the first byte. */
async function call(agent: Agent, origin: string, { path = "/a2a", body, expect }: Load): Promise<number> {
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const answer = await agent.request({ origin, path, method: "POST", headers, body: body(sent++) });
  let firstAt: number | undefined;
  let size = 0;
  let found = false;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    firstAt ??= performance.now();
    size += chunk.length;
    found ||= chunk.includes(expect);
  }
  if (!found) throw new Error(`unexpected answer of ${size} bytes with status ${answer.statusCode}`);
  return firstAt ?? performance.now();
}

function quantile(values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, "message") as Promise<[{ cpuUs: number }]>;
  child.send("cpu");
  const [{ cpuUs }] = await answer;
  return cpuUs;
}

import { Agent } from "undici";
import type { Figures, Running } from "../benchmark.ts";
import { type Child, startChild } from "./child.ts";

/** How a contestant is called. */
export interface Load {
  /** Default `/a2a`. */
  path?: string;
  /** The protocol version of the requests. Default 1.0. */
  version?: string;
  body: (n: number, taskIds: readonly string[]) => string;
  /** Text that a correct response contains. */
  expect: string;
  requests: number;
  concurrency: number;
  /** How many events each answer streams; the figures are then those of events. */
  eventsPerRequest?: number;
}

let sent = 0;

/** A server in a separate process, under load from this one. Judged by its CPU time, which is least affected by other load. */
export async function childServer(script: string, args: string[], load: Load): Promise<Running> {
  const child = await startChild(script, args);
  const agent = new Agent({ connections: load.concurrency, pipelining: 1 });
  return {
    run: () => measure(child, agent, load),
    async teardown() {
      await agent.destroy();
      child.stop();
    },
  };
}

async function measure(child: Child, agent: Agent, load: Load): Promise<Figures> {
  const { requests, concurrency, eventsPerRequest } = load;
  const before = await child.cpuUs();
  const started = performance.now();
  const answered: number[] = [];
  const begun: number[] = [];
  let left = requests;
  const caller = async () => {
    while (left-- > 0) {
      const at = performance.now();
      begun.push((await call(agent, child, load)) - at);
      answered.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  const seconds = (performance.now() - started) / 1000;
  const cpuUs = (await child.cpuUs()) - before;
  if (eventsPerRequest === undefined) {
    const [p50, p99] = [quantile(answered, 0.5), quantile(answered, 0.99)];
    return { "requests/s": requests / seconds, "cpu µs/op": cpuUs / requests, "p50 ms": p50, "p99 ms": p99 };
  }
  const events = requests * eventsPerRequest;
  return { "events/s": events / seconds, "cpu µs/event": cpuUs / events, "first event ms": quantile(begun, 0.5) };
}

/** Makes one call, and reads all of its answer; gives the time of the first event. */
async function call(agent: Agent, { origin, taskIds }: Child, load: Load): Promise<number> {
  const { path = "/a2a", version = "1.0", body, expect, eventsPerRequest } = load;
  const headers = { "content-type": "application/json", "a2a-version": version };
  const answer = await agent.request({ origin, path, method: "POST", headers, body: body(sent++, taskIds) });
  let firstAt = performance.now();
  let found = false;
  if (eventsPerRequest === undefined) {
    // Written in one call, so that the load generator is not the bottleneck.
    found = (await answer.body.text()).includes(expect);
  } else {
    let hasBegun = false;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      if (!hasBegun && chunk.includes("data:")) {
        firstAt = performance.now();
        hasBegun = true;
      }
      found ||= chunk.includes(expect);
    }
  }
  if (!found) throw new Error(`unexpected answer with status ${answer.statusCode}`);
  return firstAt;
}

function quantile(values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

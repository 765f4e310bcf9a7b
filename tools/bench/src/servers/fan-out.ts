import { Agent, type Dispatcher } from "undici";
import type { Contestant, Figures, Running } from "../benchmark.ts";
import { type Child, startChild } from "./child.ts";
import { message, rpc } from "./contestant.ts";

/** How many times an event is written in one run, to all readers. */
const DELIVERIES = 50_000;
let sent = 0;

/** A server that sends the events of one task to so many readers. */
export function fanOut(name: string, script: string, readers: number): Contestant {
  const events = Math.min(5_000, DELIVERIES / readers);
  return { name, operations: events * readers, setup: () => start(script, readers, events) };
}

async function start(script: string, readers: number, events: number): Promise<Running> {
  const child = await startChild(script, ["memory", "1"]);
  const agent = new Agent({ connections: readers + 1, pipelining: 1, bodyTimeout: 0 });
  return {
    run: () => measure(child, agent, readers, events),
    async teardown() {
      await agent.destroy();
      child.stop();
    },
  };
}

async function measure(child: Child, agent: Agent, readers: number, events: number): Promise<Figures> {
  const returnAtOnce = { configuration: { returnImmediately: true } };
  const begun = await post(agent, child, "SendMessage", { message: message(sent++, `fan:${events}`), ...returnAtOnce });
  const { result } = (await begun.body.json()) as { result: { task: { id: string } } };
  const streams = await Promise.all(
    Array.from({ length: readers }, async () => readFrames(await post(agent, child, "SubscribeToTask", result.task))),
  );
  await Promise.all(streams.map(({ first }) => first));
  const before = await child.cpuUs();
  const at = performance.now();
  const started = await post(agent, child, "SendMessage", { message: message(sent++, "go") });
  await started.body.dump();
  const frames = await Promise.all(streams.map(({ all }) => all));
  const seconds = (performance.now() - at) / 1000;
  const cpuUs = (await child.cpuUs()) - before;
  if (frames.some((count) => count <= events)) throw new Error("a reader did not get every event");
  const deliveries = events * readers;
  return { "cpu µs/delivery": cpuUs / deliveries, "deliveries/s": deliveries / seconds };
}

function post(agent: Agent, { origin }: Child, method: string, params: object): Promise<Dispatcher.ResponseData> {
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const body = rpc(sent, method, params);
  return agent.request({ origin, path: "/a2a", method: "POST", headers, body });
}

/** Counts the frames of a stream by the empty lines that end them. */
function readFrames({ body }: Dispatcher.ResponseData): { first: Promise<void>; all: Promise<number> } {
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const count = async () => {
    let newlines = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) newlines++;
      resolve();
    }
    return Math.floor(newlines / 3); // `id`, `data`, and the empty line
  };
  return { first, all: count() };
}

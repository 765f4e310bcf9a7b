import { type AgentClient, type ConnectOptions, connect, connect as connectNode } from "@a2a/client";
import { type RunningAgent, serve } from "@a2a/server/node";
import { type AgentExecutor, applyEvent, artifact, copyTask, status, type Task } from "@a2a/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChaosProxy, type Cut, serveChaos } from "../src/chaos-proxy.ts";

const CHUNKS = 200;
// The task, the first status, the chunks, and the last status.
const EVENTS = CHUNKS + 3;
const expected = Array.from({ length: CHUNKS }, (_, n) => `#${n}`);

/** Two hundred chunks with pauses, so that some connections drop while it runs and some after it has finished. */
const counts: AgentExecutor = async function* () {
  yield status("TASK_STATE_WORKING");
  for (const [n, text] of expected.entries()) {
    if (n % 40 === 39) await new Promise((resolve) => setImmediate(resolve));
    yield artifact({ artifactId: "numbers", parts: [{ text }] }, { append: n > 0, lastChunk: n === CHUNKS - 1 });
  }
};

let agent: RunningAgent;
let proxy: ChaosProxy;
beforeAll(async () => {
  agent = await serve({ card: { name: "Counter", url: "/a2a" }, executor: counts, store: "memory" });
  proxy = await serveChaos(agent.url);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await agent.close({ drainMs: 0 });
});

/** Reads to the end through the proxy, which drops the streams as planned, and compares the events with the server's. */
async function follow(client: AgentClient, ...cuts: Cut[]): Promise<void> {
  const before = proxy.cuts;
  proxy.plan(...cuts);
  const seen: string[] = [];
  const states: string[] = [];
  let task: Task | undefined;
  for await (const event of client.stream("count", { retryDelayMs: 0, maxRetries: 5 })) {
    if ("gap" in event) throw new Error(`a gap after ${seen.length} chunks, cut at ${JSON.stringify(cuts)}`);
    if ("artifactUpdate" in event) {
      for (const part of event.artifactUpdate.artifact.parts) seen.push("text" in part ? part.text : "");
    }
    if ("statusUpdate" in event) states.push(event.statusUpdate.status.state);
    if (task) applyEvent(task, event);
    else if ("task" in event) task = copyTask(event.task);
  }
  expect(seen).toEqual(expected);
  expect(states.filter((state) => state === "TASK_STATE_COMPLETED")).toHaveLength(1);
  expect(proxy.cuts - before).toBe(cuts.length);
  const stored = await client.getTask(task?.id ?? "");
  expect(task?.artifacts).toEqual(stored.artifacts);
  expect(task?.status).toEqual(stored.status);
}

const open = (options: ConnectOptions = {}) => connect(proxy.url, { memory: new Map(), ...options });
const every = (step: number, from = 0) =>
  Array.from({ length: Math.ceil((EVENTS - from) / step) }, (_, n) => from + n * step);

describe("a stream of two hundred chunks", () => {
  it("survives a dropped connection after any of its events", async () => {
    await using client = await connectNode(proxy.url, { memory: new Map() });
    for (const events of every(1)) await follow(client, { events });
  });

  it("survives a dropped connection at any byte", async () => {
    const client = await open();
    // Positions spread over the stream that never align with its events.
    for (let bytes = 1; bytes < 40_000; bytes += 947) await follow(client, { bytes });
  });

  it("survives repeated dropped connections", async () => {
    const client = await open();
    await follow(client, ...Array.from({ length: 30 }, () => ({ events: 7 })));
    await follow(client, ...Array.from({ length: 12 }, (_, n) => ({ bytes: 3_000 + n * 131 })));
  });

  it.each<[string, ConnectOptions, number]>([
    ["1.0 over HTTP+JSON", { versions: ["1.0"], bindings: ["HTTP+JSON"] }, 17],
    ["0.3 over JSON-RPC", { versions: ["0.3"], bindings: ["JSONRPC"] }, 13],
    ["0.3 over HTTP+JSON", { versions: ["0.3"], bindings: ["HTTP+JSON"] }, 19],
    ["0.2", { versions: ["0.2"] }, 23],
    ["0.1", { versions: ["0.1"] }, 11],
  ])("survives in %s", async (_, options, step) => {
    const client = await open(options);
    for (const events of every(step, 1)) await follow(client, { events });
  });
});

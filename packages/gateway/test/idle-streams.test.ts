import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connect } from "@a2a/client";
import { artifact } from "@a2a/types";
import { expect, it } from "vitest";
import { Steps, serveAgent, startGateway, until } from "./support/setup.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // with the flag there is one

/** How much is in use. */
async function used(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve));
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const SIZE = 4_000_000;
const STREAMS = 6;

/** Subscribes to a task and reads the snapshot, and nothing more. */
async function subscribe(url: string, id: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(`${url}/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SubscribeToTask", params: { id } }),
    signal,
  });
  const reader = response.body?.getReader();
  for (let read = 0; read < SIZE; ) read += (await reader?.read())?.value?.byteLength ?? SIZE;
  return { response, reader };
}

it.each(["server", "gateway"])("a %s does not keep the snapshots of streams that wait for events", async (kind) => {
  const steps = new Steps();
  await using agent = await serveAgent({
    executor: async function* () {
      for (const artifactId of "abcd") yield artifact({ artifactId, parts: [{ text: "x".repeat(SIZE / 4) }] });
      await steps.next();
    },
  });
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } } });
  const url = kind === "server" ? agent.url : `${gateway.url}/agents/tax`;
  const client = await connect(url, { memory: new Map() });
  const answer = await client.send("go", { configuration: { returnImmediately: true } });
  const id = "task" in answer ? answer.task.id : "";
  await until(async () => (await client.getTask(id)).artifacts?.length === 4);
  const leave = new AbortController();
  await subscribe(url, id, leave.signal);
  const before = await used();
  const readers = [];
  for (let index = 0; index < STREAMS; index++) readers.push(await subscribe(url, id, leave.signal));
  expect((await used()) - before).toBeLessThan(0.75 * STREAMS * SIZE);
  expect(readers).toHaveLength(STREAMS);
  leave.abort();
  steps.take();
});

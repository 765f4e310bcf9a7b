import { setTimeout as pause } from "node:timers/promises";
import { Agent } from "undici";
import type { Contestant, Figures } from "../benchmark.ts";
import { type Child, startChild } from "./child.ts";
import { message, rpc } from "./contestant.ts";

const headers = { "content-type": "application/json", "a2a-version": "1.0" };
const TASKS = 5_000;
const STREAMS = 1_000;
let sent = 0;

/** An amount to compare with. */
export function allowance(name: string, bytes: number): Contestant {
  return { name, operations: 1, setup: () => ({ run: () => ({ bytes }) }) };
}

/** The memory of a finished task beyond its JSON. */
export function keptTask(name: string): Contestant {
  return {
    name,
    operations: TASKS,
    setup: async () => {
      const child = await startChild("ours.ts", ["memory", "1"]);
      const agent = new Agent({ connections: 16, pipelining: 1 });
      return { run: () => sendTasks(child, agent), teardown: () => agent.destroy().then(() => child.stop()) };
    },
  };
}

async function sendTasks(child: Child, agent: Agent): Promise<Figures> {
  const { origin } = child;
  const before = await child.bytes();
  let left = TASKS;
  let json = 0;
  const caller = async () => {
    while (left-- > 0) {
      const body = rpc(1, "SendMessage", { message: message(sent++, "hello there") });
      const answer = await agent.request({ origin, path: "/a2a", method: "POST", headers, body });
      const { result } = (await answer.body.json()) as { result: { task: object } };
      json += JSON.stringify(result.task).length;
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return { bytes: ((await child.bytes()) - before - json) / TASKS };
}

/** The memory of an idle stream. */
export function idleStream(name: string, script: string): Contestant {
  return {
    name,
    operations: STREAMS,
    setup: async () => {
      const child = await startChild(script, ["memory", String(STREAMS), "1"]);
      return { run: () => openStreams(child), teardown: () => child.stop() };
    },
  };
}

async function openStreams(child: Child): Promise<Figures> {
  const { origin, taskIds } = child;
  const before = await child.bytes();
  const agent = new Agent({ connections: STREAMS, pipelining: 1, bodyTimeout: 0 });
  const opened = Array.from({ length: STREAMS }, async (_, n) => {
    const body = rpc(n, "SubscribeToTask", { id: taskIds[n % taskIds.length] ?? "" });
    const { body: stream } = await agent.request({ origin, path: "/a2a", method: "POST", headers, body });
    stream.on("error", () => undefined); // it is left open until the agent goes
    await new Promise((resolve) => stream.once("data", resolve));
  });
  await Promise.all(opened);
  const bytes = ((await child.bytes()) - before) / STREAMS;
  await agent.destroy();
  await pause(500); // the server notices in its own time that its readers have left
  return { bytes };
}

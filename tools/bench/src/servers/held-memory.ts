import { Agent, type Dispatcher } from "undici";
import type { Contestant, Figures } from "../benchmark.ts";
import { type Child, startChild } from "./child.ts";
import { message, rpc } from "./contestant.ts";

const headers = { "content-type": "application/json", "a2a-version": "1.0" };
const TASKS = 5_000;
const STREAMS = 2_000;
/** The figure of an idle stream: memory as the system sees it. */
export const RESIDENT = "resident bytes";
let sent = 0;

/** An amount to compare with. */
export function allowance(name: string, bytes: number): Contestant {
  return { name, operations: 1, setup: () => ({ run: () => ({ bytes }) }) };
}

/** The heap that finished tasks take. Every round starts from an empty server. */
export function keptTask(name: string, script: string, args: () => string[] = () => []): Contestant {
  return {
    name,
    operations: TASKS,
    setup: () => ({ run: () => withServer(script, args(), 16, (child, agent) => sendTasks(child, agent)) }),
  };
}

/** The memory of idle streams. Every round starts from an empty server, since a process seldom gives memory back. */
export function idleStream(name: string, script: string, args: () => string[] = () => []): Contestant {
  return {
    name,
    operations: STREAMS,
    setup: () => ({ run: () => withServer(script, args(), 2 * STREAMS, (child, agent) => openStreams(child, agent)) }),
  };
}

async function withServer(
  script: string,
  args: readonly string[],
  connections: number,
  measure: (child: Child, agent: Agent) => Promise<Figures>,
): Promise<Figures> {
  const child = await startChild(script, args);
  const agent = new Agent({ connections, pipelining: 1, bodyTimeout: 0 });
  try {
    return await measure(child, agent);
  } finally {
    await agent.destroy();
    child.stop();
  }
}

async function sendTasks(child: Child, agent: Agent): Promise<Figures> {
  // Compiled code and connections do not belong to a task.
  await sendMany(child, agent, 500);
  const before = await child.bytes();
  await sendMany(child, agent, TASKS);
  return { bytes: ((await child.bytes()) - before) / TASKS };
}

async function sendMany(child: Child, agent: Agent, count: number): Promise<void> {
  let left = count;
  const caller = async () => {
    while (left-- > 0)
      await (await post(child, agent, "SendMessage", { message: message(sent++, "hello there") })).body.dump();
  };
  await Promise.all(Array.from({ length: 16 }, caller));
}

/** Streams of tasks whose agent has something to think about. */
async function openStreams(child: Child, agent: Agent): Promise<Figures> {
  await openMany(child, agent, 100);
  const before = { bytes: await child.bytes(), resident: await child.residentBytes() };
  await openMany(child, agent, STREAMS);
  const bytes = ((await child.bytes()) - before.bytes) / STREAMS;
  return { [RESIDENT]: ((await child.residentBytes()) - before.resident) / STREAMS, bytes };
}

async function openMany(child: Child, agent: Agent, count: number): Promise<void> {
  const open = async () => {
    const { body } = await post(child, agent, "SendStreamingMessage", { message: message(sent++, "fan:1") });
    body.on("error", () => undefined); // it is left open until the agent goes
    await new Promise((resolve) => body.once("data", resolve));
  };
  for (let opened = 0; opened < count; opened += 100) await Promise.all(Array.from({ length: 100 }, open));
}

function post({ origin }: Child, agent: Agent, method: string, params: object): Promise<Dispatcher.ResponseData> {
  return agent.request({ origin, path: "/a2a", method: "POST", headers, body: rpc(sent, method, params) });
}

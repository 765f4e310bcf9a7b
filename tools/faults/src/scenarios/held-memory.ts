import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject, Task } from "@a2a/types";
import { callAs, rpcBody, textMessage } from "../attacker.ts";
import { namedFor, type Scenario, SERVER, type Target } from "../scenario.ts";
import { type Child, startChild } from "../victim/child.ts";
import type { VictimReading } from "../victim/reading.ts";

const CALLER = "token-caller";
/** The size of a task or message, in millions of characters. */
const SIZE = 4;
const COUNT = 6;

/** Streams that wait for events do not keep the snapshots that they began with. */
function idleStreams(target: Target): Scenario {
  return {
    name: namedFor(target, "idle streams"),
    async run() {
      await using victim = await startVictim(target);
      const id = await hangingTask(victim.first.url);
      const leave = new AbortController();
      await subscribe(victim.first.url, id, leave.signal);
      const before = await live(victim);
      for (let n = 0; n < COUNT; n++) await subscribe(victim.first.url, id, leave.signal);
      const growth = (await live(victim)) - before;
      leave.abort();
      const most = 0.75 * COUNT * SIZE * 1e6;
      return {
        sent: `${COUNT} subscriptions to a task of ${SIZE} MB`,
        growth,
        problems: growth < most ? [] : [`${COUNT} idle streams hold ${growth} bytes, more than ${most}`],
      };
    },
  };
}

/** The text of a large request is held no longer than it takes to read it: the agent has the message, and the log has the task. */
const runningRequests: Scenario = {
  name: "large requests that run",
  async run() {
    await using victim = await startVictim(SERVER);
    const { url } = victim.first;
    const send = async (turns: number) => {
      void callAs(CALLER, url, "SendMessage", textMessage(`hang:1:${"x".repeat(SIZE * 1e6)}`)).catch(() => undefined);
      while ((await working(url)) < turns) await delay(10);
    };
    await send(1);
    const before = await live(victim);
    for (let n = 0; n < COUNT; n++) await send(n + 2);
    const growth = (await live(victim)) - before;
    const copies = growth / COUNT / SIZE / 1e6;
    return {
      sent: `${COUNT} messages of ${SIZE} MB to an agent that does not end`,
      growth,
      note: `${copies.toFixed(1)} copies of each`,
      problems: copies < 3 ? [] : [`a running request takes ${copies.toFixed(1)} times its size, more than 3`],
    };
  },
};

export const heldMemory: readonly Scenario[] = [
  idleStreams(SERVER),
  idleStreams({ kind: "gateway", store: "memory" }),
  runningRequests,
];

function startVictim({ kind }: Target): Promise<Child<{ url: string }>> {
  return startChild(`victim-${kind}.ts`, { maxBytes: 128 * 1024 * 1024 }, ["--expose-gc"]);
}

async function live(victim: Child<unknown>): Promise<number> {
  return (await victim.ask<VictimReading>({})).live ?? Number.NaN;
}

/** How many tasks of the caller have begun to write. */
async function working(url: string): Promise<number> {
  const { result } = await callAs(CALLER, url, "ListTasks", { includeArtifacts: false, status: "TASK_STATE_WORKING" });
  return (result as unknown as { totalSize: number }).totalSize;
}

/** A task that has written all its artifacts, and runs. */
async function hangingTask(url: string): Promise<string> {
  const params = textMessage(`hang:${SIZE}`, { returnImmediately: true });
  const { result } = await callAs(CALLER, url, "SendMessage", params);
  const { id } = (result as unknown as { task: Task }).task;
  for (;;) {
    const read = await callAs(CALLER, url, "GetTask", { id });
    if ((read.result as unknown as Task | undefined)?.artifacts?.length === SIZE) return id;
    await delay(10);
  }
}

/** Subscribes to a task and reads the snapshot, and nothing more. */
async function subscribe(url: string, id: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0", Authorization: `Bearer ${CALLER}` },
    body: rpcBody("SubscribeToTask", { id } satisfies JsonObject),
    signal,
  });
  const reader = response.body?.getReader();
  for (let read = 0; read < SIZE * 1e6; ) read += (await reader?.read())?.value?.byteLength ?? SIZE * 1e6;
}

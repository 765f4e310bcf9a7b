import { call, message } from "../caller.ts";
import { startSoaked } from "./soaked-process.ts";
import type { Reading } from "./soaked-server.ts";

/** The effect of many finished tasks on a server that keeps a thousand. */
export interface TaskSoak {
  /** How many tasks had been finished, and how the server stood then; from the first time its cap was reached. */
  readonly readings: readonly (Reading & { readonly finished: number; readonly kept: number })[];
  readonly problems: readonly string[];
}

const CONCURRENCY = 32;
/** Few enough that conversations do not reach their own cap, so that the one of tasks is what counts. */
const CONTEXTS = 400;
const CAP = 1_000;

/** Sends so many messages, each of which creates a task, and samples the server ten times. */
export async function soakTasks(tasks: number): Promise<TaskSoak> {
  await using server = await startSoaked({ keep: true });
  const problems: string[] = [];
  const readings: TaskSoak["readings"][number][] = [];
  const first = Math.min(tasks, 2 * CAP);
  let sent = 0;
  for (let step = 0; step <= 10; step++) {
    const goal = Math.round(first + ((tasks - first) * step) / 10);
    const caller = async () => {
      while (sent < goal) problems.push(...(await send(server.url, sent++)));
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, caller));
    readings.push({ ...(await server.read()), finished: sent, kept: await kept(server.url) });
  }
  return { readings, problems };
}

async function send(url: string, n: number): Promise<string[]> {
  const { message: sent } = message(`m-${n}`, `task ${n}`) as { message: object };
  const answer = await call(url, "SendMessage", { message: { ...sent, contextId: `c-${n % CONTEXTS}` } });
  const { task } = (answer.result ?? {}) as { task?: { status: { state: string } } };
  return task?.status.state === "TASK_STATE_COMPLETED" ? [] : [`m-${n}: ${JSON.stringify(answer).slice(0, 200)}`];
}

async function kept(url: string): Promise<number> {
  const { result } = await call(url, "ListTasks", { pageSize: 1 });
  return (result as { totalSize: number }).totalSize;
}

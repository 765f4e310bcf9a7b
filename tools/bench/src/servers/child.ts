import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

/** A server in a process of its own. */
export interface Child {
  readonly origin: string;
  /** Some of the tasks that were stored before it began, where there are any. */
  readonly taskIds: readonly string[];
  /** The CPU time it has used so far. */
  cpuUs(): Promise<number>;
  /** The memory on the heap and outside of it, after a forced collection. */
  bytes(): Promise<number>;
  /** The memory of the process according to the system, after a forced collection. */
  residentBytes(): Promise<number>;
  stop(): void;
}

/** Starts a server of this folder, or of another checkout by its whole path. */
export async function startChild(script: string, args: readonly string[]): Promise<Child> {
  const child = fork(resolve(import.meta.dirname, script), args, {
    execArgv: ["--conditions=@a2a/source", "--no-warnings", "--expose-gc"],
  });
  const died = once(child, "exit").then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`)));
  const [{ port, taskIds }] = (await Promise.race([once(child, "message"), died])) as [Started];
  died.catch(() => undefined);
  return {
    origin: `http://127.0.0.1:${port}`,
    taskIds,
    cpuUs: () => ask(child, "cpu"),
    bytes: () => ask(child, "bytes"),
    residentBytes: () => ask(child, "resident"),
    stop: () => void child.kill(),
  };
}

interface Started {
  readonly port: number;
  readonly taskIds: readonly string[];
}

async function ask(child: ChildProcess, wish: "cpu" | "bytes" | "resident"): Promise<number> {
  const answer = once(child, "message") as Promise<[number]>;
  child.send(wish);
  const [figure] = await answer;
  return figure;
}

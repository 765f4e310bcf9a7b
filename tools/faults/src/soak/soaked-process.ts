import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Reading } from "./soaked-server.ts";

/** The server under test, as seen from the test process. */
export interface SoakedProcess extends AsyncDisposable {
  readonly url: string;
  /** Its memory after a forced collection. */
  read(): Promise<Reading>;
  /** Starts or stops the periodic events of its agents. */
  tell(wish: "begin" | "end"): Promise<void>;
}

/** Starts a server with tasks in memory: with `keep` within the usual limits, else only as long as they run. */
export async function startSoaked({ keep }: { keep: boolean }): Promise<SoakedProcess> {
  const script = fileURLToPath(new URL("soaked-server.ts", import.meta.url));
  const child = fork(script, keep ? ["keep"] : [], {
    execArgv: ["--conditions=@a2a/source", "--no-warnings", "--expose-gc"],
  });
  const { url } = await answerOf<{ url: string }>(child);
  return {
    url,
    read: () => ask<Reading>(child, "read"),
    tell: async (wish) => void (await ask(child, wish)),
    async [Symbol.asyncDispose]() {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

function ask<Answer>(child: ChildProcess, wish: string): Promise<Answer> {
  const answer = answerOf<Answer>(child);
  child.send(wish);
  return answer;
}

/** The next message of a child, which has to outlive it. */
async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const settled = new AbortController();
  const { signal } = settled;
  const exited = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`the server ended with ${code}`);
  });
  exited.catch(() => undefined);
  try {
    const [answer] = (await Promise.race([once(child, "message", { signal }), exited])) as [Answer];
    return answer;
  } finally {
    settled.abort();
  }
}

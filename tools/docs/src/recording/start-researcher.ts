import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A researcher in a process of its own. */
export interface RunningResearcher {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Starts the researcher, with its tasks in a database that survives it. */
export async function startResearcher(database: string, port: string): Promise<RunningResearcher> {
  const script = fileURLToPath(new URL("./researcher.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@a2a/source", "--no-warnings", script, port, database], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, url };
}

/** Kills a process as a crash does, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

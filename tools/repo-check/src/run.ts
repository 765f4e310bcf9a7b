import { spawn } from "node:child_process";

/** How a command ended, and everything it printed, both streams in the order they came. */
export interface Ended {
  ok: boolean;
  output: string;
}

/** Where and how a command is run. */
export interface RunOptions {
  cwd: string;
  /** The whole environment; that of this process when absent. */
  env?: NodeJS.ProcessEnv;
}

/** Runs a command without a terminal and without input, and waits for its end. A command that cannot be started throws. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => resolve({ ok: status === 0, output: Buffer.concat(chunks).toString("utf8") }));
  });
}

import { type ChildProcess, spawn } from "node:child_process";
import { basename } from "node:path";

/** How a command ended, and everything it printed, both streams in the order they came. */
export interface Ended {
  ok: boolean;
  output: string;
}

/** Where and how a command is run. */
export interface TurnSettings {
  cwd: string;
  /** The whole environment; that of this process when absent. */
  env?: NodeJS.ProcessEnv;
  /** The user that it runs as; that of this process when absent. */
  user?: { readonly uid: number; readonly gid: number } | undefined;
  /** When the command and all it started are ended, and count as failed. Default: never. */
  timeoutMs?: number;
}

/** Runs a command without a terminal and without input, and waits for its end. A command that cannot be started throws. */
export function run(
  command: string,
  args: readonly string[],
  { timeoutMs, cwd, env = process.env, user }: TurnSettings,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const bounded = timeoutMs !== undefined;
    // A process group of its own can be killed with all child processes.
    const child = spawn(command, args, { cwd, env, ...user, detached: bounded, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: (Buffer | string)[] = [];
    const timer = bounded
      ? setTimeout(() => {
          chunks.push(`\nended after ${timeoutMs / 1000} s\n`);
          endGroup(child);
        }, timeoutMs)
      : undefined;
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      const output = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString("utf8");
      resolve({ ok: status === 0, output });
    });
  });
}

/** Runs a command that must succeed, and returns its output. */
export async function mustRun(command: string, args: readonly string[], options: TurnSettings): Promise<string> {
  const { ok, output } = await run(command, args, options);
  if (!ok) throw new Error(`\`${basename(command)} ${args.join(" ")}\` failed:\n${output}`);
  return output;
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { A2AError } from "@a2a/types";

/** How a process ended: with a status, or by a signal. */
export interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
}

/** A running shell command with all processes that it started. */
export interface ProcessGroup {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** When it has ended and its output is closed. Rejects when it could not be started. */
  readonly ended: Promise<Ended>;
  /** Asks the whole group to stop, and stops it two seconds later whether it likes to or not. Does nothing after its end. */
  stop(): void;
}

const GRACE_MS = 2_000;

/**
 * Starts a shell command in its own process group, so that it can be killed together with its children. Throws `UNAVAILABLE` when the
 * system has no resources for it.
 */
export function startGroup(command: string, env: NodeJS.ProcessEnv): ProcessGroup {
  // Windows knows no process groups, and would open a window for a detached process.
  const grouped = process.platform !== "win32";
  const child = spawn(command, { shell: true, detached: grouped, env, stdio: ["pipe", "pipe", "pipe"] });
  // Reported by `ended`; without a listener it would end this process.
  child.on("error", () => undefined);
  // Without a file descriptor or process left there are no streams, although the types promise them.
  const stdin: Writable | undefined = child.stdin;
  if (stdin === undefined || child.pid === undefined) {
    throw new A2AError("UNAVAILABLE", "No resources to start another command: try again shortly", {
      retryAfterMs: 1_000,
    });
  }
  // A command may ignore its stdin.
  stdin.on("error", () => undefined);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const ended = endOf(child).finally(() => {
    isOver = true;
    clearTimeout(timer);
    // The shell has exited; its children may have ignored the signal.
    if (timer !== undefined) kill("SIGKILL");
  });
  ended.catch(() => undefined); // handled by those who wait for it later
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (grouped) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It has ended by itself.
    }
  };
  const stop = () => {
    if (isOver || timer !== undefined) return;
    kill("SIGTERM");
    timer = setTimeout(() => kill("SIGKILL"), GRACE_MS);
  };
  return { stdin, stdout: child.stdout, stderr: child.stderr, ended, stop };
}

async function endOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Ended> {
  const [status, signal] = (await once(child, "close")) as [number | null, string | null]; // as the event is documented
  return { status, signal };
}

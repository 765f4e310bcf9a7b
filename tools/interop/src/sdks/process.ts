import { type ChildProcess, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { Command } from "./sdk.ts";

/** A finished process: its exit code and what it wrote. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables that a process gets beside those of this one. */
export type Environment = Readonly<Record<string, string>>;

/** Runs a command to its end. Kills it after the time limit, which counts as exit code `null`. */
export function runToEnd(
  command: Command,
  cwd: string,
  timeoutMs: number,
  environment: Environment = {},
): Promise<Finished> {
  const [file, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stdout: string[] = [];
    const stderr: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: stdout.join(""), stderr: stderr.join("") });
    });
  });
}

/** A probe agent in a process of its own, which can be killed and started again on the same port. */
export class AgentProcess implements AsyncDisposable {
  readonly url: string;
  readonly #command: Command;
  readonly #cwd: string;
  readonly #environment: Environment;
  #child: ChildProcess | undefined;
  #stderr = "";

  constructor(command: Command, cwd: string, port: number, environment: Environment = {}) {
    this.#command = command;
    this.#cwd = cwd;
    this.#environment = environment;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts the agent and waits until it listens. */
  async start(): Promise<void> {
    const [file, ...args] = this.#command;
    const env = { ...process.env, ...this.#environment };
    const child = spawn(file, args, { cwd: this.#cwd, env, stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2_000);
    });
    const end = performance.now() + START_MS;
    while (!(await listens(this.url))) {
      if (child.exitCode !== null) throw new Error(`the agent exited with ${child.exitCode}: ${this.#stderr}`);
      if (performance.now() > end)
        throw new Error(`the agent does not listen after ${START_MS / 1000} s: ${this.#stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The process that listens. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Kills the agent without a warning. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}
const START_MS = 120_000;

async function listens(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}

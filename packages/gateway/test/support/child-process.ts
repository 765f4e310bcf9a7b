import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A server in a process of its own, which can be killed. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Starts a program of this folder, which prints its address. */
  static async start(program: "agent-child.ts" | "gateway-child.ts", options: object): Promise<ServerProcess> {
    const script = fileURLToPath(new URL(program, import.meta.url));
    const child = spawn(
      process.execPath,
      ["--conditions=@a2a/source", "--no-warnings", script, JSON.stringify(options)],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string]; // a line is text
    return new ServerProcess(child, url);
  }

  /** Kills the process without any warning. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }
}

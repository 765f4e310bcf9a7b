import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The probe agent in a separate process, which keeps its port and file across kills. */
export class ServerProcess {
  readonly #file: string;
  #child: ChildProcess | undefined;
  url = "";

  constructor(file: string) {
    this.#file = file;
  }

  async start(): Promise<void> {
    const script = fileURLToPath(new URL("../../../packages/cli/src/main.ts", import.meta.url));
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const args = ["--conditions=@a2a/source", script, "demo-server", "--store", `sqlite:${this.#file}`, "--port", port];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const lines = createInterface({ input: child.stdout });
    const failed = once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)));
    const [line] = (await Promise.race([once(lines, "line"), failed])) as [string];
    failed.catch(() => undefined);
    this.url = line;
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
}

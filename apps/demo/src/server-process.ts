import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A server in its own process, with a fixed port and database across restarts. */
export class ServerProcess {
  readonly #script: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #url = "";

  /** `script` is a file of this folder that takes a port and `args`, and prints its URL. */
  constructor(script: string, args: readonly string[]) {
    this.#script = script;
    this.#args = args;
  }

  /** Its URL. */
  get url(): string {
    return this.#url;
  }

  /** Starts it, at its previous URL if it had one. */
  async start(): Promise<void> {
    const port = this.#url === "" ? "0" : new URL(this.#url).port;
    const script = fileURLToPath(new URL(this.#script, import.meta.url));
    const child = spawn(process.execPath, ["--conditions=@a2a/source", "--no-warnings", script, port, ...this.#args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    this.#url = line;
  }

  /** Kills it, as a crash would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops it gracefully. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The researcher in its own process, with a fixed port and database across restarts. */
export class ResearcherProcess {
  readonly #file: string;
  readonly #everyMs: number;
  #child: ChildProcess | undefined;
  #url = "";

  constructor(file: string, everyMs: number) {
    this.#file = file;
    this.#everyMs = everyMs;
  }

  /** Its URL. */
  get url(): string {
    return this.#url;
  }

  /** Starts it, at its previous URL if it had one. */
  async start(): Promise<void> {
    const port = this.#url === "" ? "0" : new URL(this.#url).port;
    const script = fileURLToPath(new URL("serve-researcher.ts", import.meta.url));
    const child = spawn(
      process.execPath,
      ["--conditions=@a2a/source", script, port, this.#file, String(this.#everyMs)],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
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

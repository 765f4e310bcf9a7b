import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The agent of `agent.ts` in a process of its own, on one port and one database, however often it is killed. */
export class AgentProcess implements AsyncDisposable {
  readonly #database: string;
  #child: ChildProcess | undefined;
  url = "";

  private constructor(database: string) {
    this.#database = database;
  }

  static async start(database = ""): Promise<AgentProcess> {
    const agent = new AgentProcess(database);
    await agent.restart();
    return agent;
  }

  /** Starts the process again, at the URL it had before. */
  async restart(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const script = new URL("agent.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, port, this.#database], { stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const ended = once(child, "exit").then(() =>
      Promise.reject(new Error("the agent exited before it printed its URL")),
    );
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
    ended.catch(() => undefined); // it will exit one day
    this.url = String(line);
  }

  /** Ends the process as a crash would. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

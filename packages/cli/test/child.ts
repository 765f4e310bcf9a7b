import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundled } from "./support/bundle.ts";

const script = await bundled();

/** The command as it is installed: any Node we support can run it, which cannot be said of the sources. */
export const COMMAND = [process.execPath, script] as const;

/** The environment without what would change how the command works. */
export const OWN_ENVIRONMENT: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^A2A/.test(name)),
);

/** What Node has made of it, so that not every process has to compile it anew. */
const COMPILED = join(script, "..", "compiled");

/** How a process ended, and what it wrote. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface ChildOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** How many files it may have open. */
  readonly maxFiles?: number;
}

/** Runs the command as a process of its own, as people do. */
export async function runChild(args: readonly string[], options: ChildOptions = {}): Promise<Ran> {
  const child = new Child(args, options);
  child.write(options.input ?? "");
  return child.ended();
}

/** The command while it runs. Disposing of it stops it and waits for its end. */
export class Child implements AsyncDisposable {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;
  #out = "";
  #err = "";

  constructor(args: readonly string[], { env = {}, cwd, maxFiles }: ChildOptions = {}) {
    const limited = ["sh", "-c", `ulimit -n ${maxFiles} && exec "$@"`, "sh"];
    const [program = "", ...rest] = [...(maxFiles === undefined ? [] : limited), ...COMMAND, ...args];
    this.#process = spawn(program, rest, {
      env: { ...OWN_ENVIRONMENT, NO_COLOR: "1", NODE_COMPILE_CACHE: COMPILED, ...env },
      ...(cwd !== undefined && { cwd }),
    });
    this.#process.stdout.on("data", (chunk) => {
      this.#out += String(chunk);
    });
    this.#process.stderr.on("data", (chunk) => {
      this.#err += String(chunk);
    });
    this.#closed = once(this.#process, "close");
  }

  get out(): string {
    return this.#out;
  }

  get err(): string {
    return this.#err;
  }

  /** Gives it everything there is on stdin. */
  write(input: string): void {
    this.#process.stdin.on("error", () => undefined);
    this.#process.stdin.end(input);
  }

  /** Waits until stdout fits; rejects when the process ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#out);
      if (found) return found;
      const ended = await Promise.race([
        this.#closed.then(() => true),
        once(this.#process.stdout, "data").then(() => false),
      ]);
      if (ended && !pattern.test(this.#out))
        throw new Error(`it ended before it printed ${pattern}: ${this.#out}${this.#err}`);
    }
  }

  /** The address in the first line on stdout. */
  async address(): Promise<string> {
    return (await this.printed(/^(http\S+)\n/))[1] ?? "";
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async ended(): Promise<Ran> {
    await this.#closed;
    return { code: this.#process.exitCode, out: this.#out, err: this.#err };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#closed;
  }
}

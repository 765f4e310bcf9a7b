import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The probe agent in a process of its own. It keeps its port when it is started again. */
export class Replica {
  readonly #store: string;
  readonly #nodeArgs: readonly string[];
  #child: ChildProcess | undefined;
  url = "";

  constructor(store: string, nodeArgs: readonly string[] = []) {
    this.#store = store;
    this.#nodeArgs = nodeArgs;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const script = fileURLToPath(new URL("../../../../packages/cli/src/main.ts", import.meta.url));
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const args = ["--conditions=@a2a/source", script, "demo-server", "--store", this.#store, "--port", port];
    const child = spawn(process.execPath, [...this.#nodeArgs, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    const log: string[] = [];
    child.stderr.on("data", (chunk: Buffer) => log.push(String(chunk)));
    const failed = once(child, "exit").then(([code]) =>
      Promise.reject(new Error(`a replica ended with ${code}: ${log.join("")}`)),
    );
    failed.catch(() => undefined);
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), failed])) as [string];
    this.url = line;
  }

  /** Ends the process, and waits for that. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  /** Stops or continues the process. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }
}

/** Replicas on one store. */
export interface Cluster extends AsyncDisposable {
  readonly replicas: readonly Replica[];
  /** The address of a replica at random, other than the given one if possible. */
  anyUrl(except?: string): string;
}

/** Starts replicas on one database. */
export async function startCluster(
  databaseUrl: string,
  options: { schema: string; leaseMs: number; size?: number; nodeArgs?: readonly string[] },
): Promise<Cluster> {
  const { schema, leaseMs, size = 3, nodeArgs } = options;
  const store = new URL(databaseUrl);
  store.searchParams.set("schema", schema);
  store.searchParams.set("leaseMs", String(leaseMs));
  const replicas = Array.from({ length: size }, () => new Replica(store.href, nodeArgs));
  // The first creates the schema.
  await Promise.all(replicas.map((replica) => replica.start()));
  return {
    replicas,
    anyUrl(except) {
      const urls = replicas.map(({ url }) => url).filter((url) => url !== except);
      return urls[Math.floor(Math.random() * urls.length)] ?? except ?? "";
    },
    async [Symbol.asyncDispose]() {
      for (const replica of replicas) replica.signal("SIGCONT");
      await Promise.all(replicas.map((replica) => replica.kill()));
    },
  };
}

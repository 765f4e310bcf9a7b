// Runs one PostgreSQL server for the process that started this one, and ends it with that process.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Account, chooseAccount, createFolder, giveTo } from "./account.ts";
import { type Binaries, findBinaries, reachableBinaries } from "./binaries.ts";
import type { Answer, ServerPlan, Wish } from "./messages.ts";

const READY = "database system is ready to accept connections";
const TRIES = 5;

const plan = JSON.parse(process.argv[2] ?? "{}") as ServerPlan; // written by start-postgres.ts
const password = randomBytes(12).toString("hex");
const log: string[] = [];
let port = 0;
let server: ChildProcess | undefined;

/** The resources that this process has created and will delete. */
const created: string[] = [];

// The folders of the server are private to its account, regardless of the umask.
process.umask(0o022);

const answer = (text: Answer): void => void process.send?.(text);
const attempt = (work: Promise<string>): Promise<void> =>
  work.then(
    (done) => answer({ done }),
    (error: Error) => answer({ problem: error.message }),
  );

// In the order in which they arrive, and the end last.
let working = attempt(initialize());
process.on("message", (wish: Wish) => {
  working = working.then(() => (wish === "stop" ? end() : attempt(fulfill(wish))));
});
process.on("disconnect", () => void stop().finally(() => process.exit()));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void end());

async function initialize(): Promise<string> {
  const account = chooseAccount();
  const folder = await createFolder(account);
  created.push(folder);
  const binaries = await reachableBinaries(await findBinaries(), account, folder);
  const data = plan.folder ?? join(folder, "data");
  if (plan.folder !== undefined) created.push(plan.folder);
  await giveTo(account, data);
  await runInitdb(binaries, account, { folder, data });
  start = async () => run(binaries, account, { folder, data });
  for (let left = TRIES; ; left--) {
    port = await freePort();
    try {
      await start();
      return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    } catch (error) {
      // Between looking for a port and listening on it, another process can take it.
      if (left === 1 || !log.join("").includes("Address already in use")) throw error;
    }
  }
}

let start = async (): Promise<void> => undefined;

interface Place {
  readonly folder: string;
  readonly data: string;
}

async function runInitdb({ initdb }: Binaries, account: Account, { folder, data }: Place): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(account, passwordFile);
  const args = [`--pgdata=${data}`, "--auth=password", "--username=postgres", `--pwfile=${passwordFile}`];
  // The locale of the user may not be installed.
  const command = [initdb, ...args, "--encoding=UTF8", "--no-locale", "--no-sync"];
  const initialize = ([file = "", ...rest]: readonly string[]) => endOf(launch(file, rest, account, folder));
  let [code, signal] = await initialize(command);
  if (code !== 0 && log.join("").includes("could not look up effective user ID")) {
    // The user has no account, as in some containers; for initdb, it gets the name of one that exists.
    [code, signal] = await initialize(["unshare", "--user", "--map-user=65534", "--map-group=65534", ...command]);
  }
  if (code !== 0) throw cannotRun(`initdb ended with ${code ?? signal}`);
  await rm(passwordFile);
}

async function run({ postgres }: Binaries, account: Account, { folder, data }: Place): Promise<void> {
  log.length = 0;
  const settings = {
    listen_addresses: "127.0.0.1",
    // No socket in the file system: its path is limited to 107 bytes, and others could find it.
    ...(process.platform !== "win32" && { unix_socket_directories: "" }),
    ...plan.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = launch(postgres, ["-D", data, "-p", String(port), ...flags], account, folder);
  server = child;
  const ready = new Promise<void>((resolve) => {
    child.stderr?.on("data", () => {
      if (log.join("").includes(READY)) resolve();
    });
  });
  const ended = endOf(child).then(([code, signal]) => {
    server = undefined;
    throw cannotRun(`postgres ended with ${code ?? signal}`);
  });
  ended.catch(() => undefined); // it will end one day
  await Promise.race([ready, ended]);
}

function launch(file: string, args: readonly string[], account: Account, cwd: string): ChildProcess {
  const env = { ...process.env, LC_ALL: "C", PGDATA: undefined, PGPORT: undefined };
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], ...account });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => log.push(String(chunk)));
  return child;
}

async function fulfill(wish: Exclude<Wish, "stop">): Promise<string> {
  if (wish === "crash") {
    await quit("SIGQUIT"); // an immediate shutdown
    await start();
  } else if (server === undefined) {
    await start();
  }
  return wish;
}

async function end(): Promise<void> {
  await stop();
  answer({ done: "stop" });
  if (process.connected) process.disconnect();
  process.exit();
}

async function stop(): Promise<void> {
  await quit("SIGINT"); // a fast shutdown, which ends the connections
  for (const path of created.splice(0).reverse()) await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

async function quit(signal: NodeJS.Signals): Promise<void> {
  const child = server;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill(signal);
  await ended;
}

/** How a process ended. Rejects where it could not be started. */
async function endOf(child: ChildProcess): Promise<[number | null, string | null]> {
  return (await once(child, "close")) as [number | null, string | null]; // as the event is documented
}

/** The first complaint is the cause; the others are about the cleanup. */
function cannotRun(how: string): Error {
  const lines = log.join("").split("\n");
  const complaint = lines.find((line) => /error|fatal|cannot|could not/i.test(line)) ?? lines.at(-1);
  return new Error(`PostgreSQL cannot run here: ${how}: ${complaint?.trim() || "it printed no reason"}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

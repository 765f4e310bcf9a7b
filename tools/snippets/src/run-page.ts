import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeBlocks } from "repo-check/markdown";
import type { Snippet } from "repo-check/snippets";
import { ENVIRONMENT, type Environment, type Network, type Report } from "./network.ts";
import { POSTGRES_PASSWORD } from "./start-network.ts";

/** A snippet that failed. */
export interface Failure {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What all pages have in common. */
export interface Surroundings {
  readonly network: Omit<Network, "ports">;
  /** Files beside which a package may be installed. */
  readonly places: readonly string[];
}

const program = fileURLToPath(new URL("run-in-sandbox.ts", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = fileURLToPath(new URL("../files", import.meta.url));
/** The environment variables that documents tell their readers to set, and the password of the database. */
const variables = {
  TOKEN: "t-1",
  ANN_TOKEN: "t-2",
  TAX_TOKEN: "t-3",
  PARTNER_TOKEN: "t-4",
  DATABASE_URL: "postgres://agent@db.example/agents",
  PGPASSWORD: POSTGRES_PASSWORD,
};
const TIMEOUT_MS = 60_000;

/**
 * Runs the snippets of a page one after the other, as its reader would: a server that one of them starts goes on, and is what the next
 * ones call. A snippet fails if it throws, does not come to the end of its module, or leaves a server that does not answer.
 */
export async function runPage(snippets: readonly Snippet[], surroundings: Surroundings): Promise<Failure[]> {
  const home = await mkdtemp(join(tmpdir(), "a2a-snippets-"));
  const running: Running[] = [];
  const failures: Failure[] = [];
  try {
    const ports: Record<number, number> = {};
    for (const snippet of snippets) {
      const folder = join(home, String(snippet.line));
      await createProject(folder, snippet.file);
      const started = await start(snippet, folder, { ...surroundings, network: { ...surroundings.network, ports } });
      running.push(started);
      const message = await started.outcome;
      if (message !== undefined) failures.push({ file: snippet.file, line: snippet.line, message });
      Object.assign(ports, started.ports);
      if (Object.keys(started.ports).length === 0) started.process.kill("SIGKILL");
    }
  } finally {
    await Promise.all(running.map(stop));
    await rm(home, { recursive: true, force: true });
  }
  return failures;
}

/** The folder of a reader: some files to send, and those that the page shows, such as a configuration file. */
async function createProject(folder: string, page: string): Promise<void> {
  await cp(files, folder, { recursive: true });
  for (const { language, code } of codeBlocks(await readFile(join(root, page), "utf8"))) {
    const [, name] = /^# ([\w.-]+\.ya?ml)\b/.exec(code) ?? [];
    if (language === "yaml" && name !== undefined) await writeFile(join(folder, name), code);
  }
}

interface Running {
  readonly process: ChildProcess;
  readonly exited: Promise<unknown>;
  /** The ports on which it listens, by those that it names. */
  readonly ports: Record<number, number>;
  /** Why it failed, or `undefined`, as soon as its module has been evaluated and its servers have answered. */
  readonly outcome: Promise<string | undefined>;
}

async function start(
  snippet: Snippet,
  folder: string,
  { network, places }: Surroundings & { network: Network },
): Promise<Running> {
  const module = join(folder, `line-${snippet.line}.mts`);
  await writeFile(module, snippet.code);
  const environment: Environment = {
    network,
    places,
    module: pathToFileURL(module).href,
    aliases: Object.fromEntries(snippet.aliases),
  };
  const child = fork(program, {
    cwd: folder,
    execArgv: ["--conditions=@a2a/source", "--no-warnings"],
    silent: true,
    env: { ...variables, PATH: process.env.PATH, HOME: folder, [ENVIRONMENT]: JSON.stringify(environment) },
  });
  const ports: Record<number, number> = {};
  return { process: child, exited: once(child, "exit"), ports, outcome: outcomeOf(child, ports) };
}

async function outcomeOf(child: ChildProcess, ports: Record<number, number>): Promise<string | undefined> {
  const output: Buffer[] = [];
  child.stdout?.on("data", () => {});
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  const evaluated = new Promise<true>((resolve) => {
    child.on("message", (report: Report) => {
      if ("evaluated" in report) resolve(true);
      else ports[report.listening.named] = report.listening.actual;
    });
  });
  const timer = AbortSignal.timeout(TIMEOUT_MS);
  const ended = await Promise.race([
    evaluated,
    once(child, "close").then(([code]) => `ended with status ${code}`),
    once(timer, "abort").then(() => `did not end within ${TIMEOUT_MS / 1000} s`),
  ]);
  if (ended !== true) return `${ended}\n${Buffer.concat(output).toString().trim()}`;
  for (const [named, actual] of Object.entries(ports)) {
    const answer = await fetch(`http://127.0.0.1:${actual}/.well-known/agent-card.json`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer === undefined || answer.status >= 500) return `the server at port ${named} does not answer`;
  }
  return undefined;
}

async function stop({ process, exited }: Running): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) process.kill("SIGKILL");
  await exited;
}

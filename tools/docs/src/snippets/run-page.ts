import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeBlocks } from "checks/markdown";
import type { Step } from "./find-steps.ts";
import { ENVIRONMENT, type Environment, type Network, type Report } from "./network.ts";
import { POSTGRES_PASSWORD } from "./start-network.ts";

/** A step that failed. */
export interface Failure {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The setup that all pages share. */
export interface Surroundings {
  readonly network: Omit<Network, "ports">;
  /** Files beside which a package may be installed. */
  readonly places: readonly string[];
  /** The id of a task of the default agent, which commands call `$TASK`. */
  readonly taskId: string;
}

const cli = new URL("../../../../packages/cli/src/main.ts", import.meta.url).href;
const program = fileURLToPath(new URL("run-in-sandbox.ts", import.meta.url));
const root = fileURLToPath(new URL("../../../..", import.meta.url));
const files = fileURLToPath(new URL("../../snippet-files", import.meta.url));
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
 * Runs the steps of a page one after the other, as its reader would: a server that one of them starts keeps running, and the next
 * ones call it. A step fails if it throws, ends with another status than 0, or leaves a server that does not answer.
 */
export async function runPage(steps: readonly Step[], surroundings: Surroundings): Promise<Failure[]> {
  const home = await mkdtemp(join(tmpdir(), "a2a-snippets-"));
  const running: Running[] = [];
  const failures: Failure[] = [];
  try {
    const ports: Record<number, number> = {};
    for (const step of steps) {
      const folder = join(home, String(step.line));
      await createProject(folder, step.file);
      const started = await start(step, folder, { ...surroundings, network: { ...surroundings.network, ports } });
      running.push(started);
      const message = await started.outcome;
      if (message !== undefined) failures.push({ file: step.file, line: step.line, message });
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
  { line, run }: Step,
  folder: string,
  around: Surroundings & { network: Network },
): Promise<Running> {
  const { network, places, taskId } = around;
  const file = join(folder, `line-${line}.mts`);
  if ("code" in run) await writeFile(file, run.code);
  const environment: Environment = {
    network,
    places,
    module: "code" in run ? pathToFileURL(file).href : cli,
    aliases: "code" in run ? Object.fromEntries(run.aliases) : {},
  };
  const args = "code" in run ? [] : run.args.map((word) => word.replace("$TASK", taskId));
  const child = fork(program, args, {
    cwd: folder,
    execArgv: ["--conditions=@a2a/source", "--no-warnings"],
    silent: true,
    env: {
      ...variables,
      PATH: process.env.PATH,
      HOME: folder,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      [ENVIRONMENT]: JSON.stringify(environment),
    },
  });
  const input = "code" in run || run.input === undefined ? "" : await readFile(join(folder, run.input));
  child.stdin?.end(input);
  const ports: Record<number, number> = {};
  return { process: child, exited: once(child, "exit"), ports, outcome: outcomeOf(child, ports, "args" in run) };
}

async function outcomeOf(
  child: ChildProcess,
  ports: Record<number, number>,
  isCommand: boolean,
): Promise<string | undefined> {
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => output.push(chunk));
  const succeeded = new Promise<true | string>((resolve) => {
    child.on("message", (report: Report) => {
      if ("exitCode" in report) return resolve(report.exitCode === 0 || `ended with status ${report.exitCode}`);
      ports[report.listening.named] = report.listening.actual;
      if (isCommand) resolve(true); // it serves until it is stopped
    });
  });
  const timer = AbortSignal.timeout(TIMEOUT_MS);
  const ended = await Promise.race([
    succeeded,
    once(child, "close").then(([code]) => `ended with status ${code}`),
    once(timer, "abort").then(() => `did not end within ${TIMEOUT_MS / 1000} s`),
  ]);
  if (ended !== true) return `${ended}\n${Buffer.concat(output).toString().trim()}`;
  for (const [named, actual] of Object.entries(ports)) {
    if (Number(named) === actual) continue; // the document names no port, and the program may have stopped the server
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

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { codeBlocks } from "../documents/markdown.ts";
import type { Finding } from "../finding.ts";
import { commandOf, printedUrl } from "../other-runtimes/command.ts";
import { mustRun } from "../run.ts";
import type { LocalRegistry } from "./local-registry.ts";

const PAGE = "docs/runtimes.md";

/** The folders of a trial release. */
interface Trial {
  readonly root: string;
  readonly scratch: string;
  readonly registry: LocalRegistry;
  /** The command `a2a`, installed. */
  readonly cli: string;
}

/** Runs the programs of the page about runtimes with packages that were installed by name: in Deno, in Bun, and in Next.js. */
export async function tryRuntimes(trial: Trial): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, attempt] of Object.entries({ Deno: tryDeno, Bun: tryBun, "Next.js": tryNext })) {
    try {
      await attempt(trial);
    } catch (error) {
      findings.push({ file: PAGE, message: `${name}: ${(error as Error).message}` });
    }
  }
  return findings;
}

async function tryDeno(trial: Trial): Promise<void> {
  const project = await install(trial, "deno");
  await writeFile(join(project, "agent.ts"), await program(trial, "agent.ts"));
  const args = ["serve", "--host=127.0.0.1", "--port=0", "--node-modules-dir=manual", "--allow-env", "agent.ts"];
  await callAgent(trial, project, commandOf("deno"), args);
}

async function tryBun(trial: Trial): Promise<void> {
  const project = await install(trial, "bun");
  await writeFile(join(project, "agent.ts"), await program(trial, "agent.ts"));
  await callAgent(trial, project, commandOf("bun"), ["agent.ts"]);
}

async function tryNext(trial: Trial): Promise<void> {
  const project = await install(trial, "next", "next", "react", "react-dom");
  const file = "app/agents/echo/[[...path]]/route";
  // Next.js would install TypeScript by itself for a project with a file of it.
  const code = stripTypeScriptTypes(await program(trial, `${file}.ts`));
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, `${file}.js`), code);
  const next = join(project, "node_modules/next/dist/bin/next");
  await mustRun(process.execPath, [next, "build"], { cwd: project, env: environment(), timeoutMs: 240_000 });
  await callAgent(trial, project, process.execPath, [next, "start", "-p", "0", "-H", "127.0.0.1"], "/agents/echo");
}

async function install({ scratch, registry }: Trial, name: string, ...others: string[]): Promise<string> {
  const project = join(scratch, "runtimes", name);
  await mkdir(project, { recursive: true });
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const packages = ["@a2a/server", "@a2a/types", ...others];
  await registry.npm(["install", ...packages, "--ignore-scripts", "--no-audit", "--no-fund"], project);
  return project;
}

/** The block of the page that names a file in its first line. */
async function program({ root }: Trial, file: string): Promise<string> {
  const blocks = codeBlocks(await readFile(join(root, PAGE), "utf8"));
  const found = blocks.find(({ code }) => code.startsWith(`// ${file}\n`));
  if (!found) throw new Error(`no program is named ${file}`);
  return found.code;
}

/** Starts a program, waits for its URL, and sends two messages with the command line: one to the end, one as a stream. */
async function callAgent({ cli }: Trial, cwd: string, command: string, args: string[], path = ""): Promise<void> {
  const child = spawn(command, args, { cwd, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const lines: string[] = [];
  try {
    const url = await printedUrl(child, lines);
    for (const flags of [[], ["--stream"]]) {
      const output = await mustRun(cli, ["send", `${url}${path}`, "hello", ...flags], { cwd, timeoutMs: 60_000 });
      if (!output.includes("hello")) throw new Error(`the agent answered ${output}`);
    }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${lines.join("\n")}`);
  } finally {
    child.kill();
    await exited;
  }
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PORT: "0", NEXT_TELEMETRY_DISABLED: "1" };
}

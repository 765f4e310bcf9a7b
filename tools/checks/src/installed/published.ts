import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import type { Finding } from "../finding.ts";
import { mustRun, run } from "../run.ts";
import { type Package, publishable, readWorkspace } from "../workspace.ts";
import { packAll } from "./install-tarballs.ts";
import { type LocalRegistry, startRegistry } from "./local-registry.ts";
import { tryRuntimes } from "./try-runtimes.ts";

const SERVER = "@a2a/server";
const BIN = "node_modules/.bin";

/**
 * A trial of a release: every package is published to a registry on this machine and installed from it by name, and the first program
 * of its README runs; so do new projects, and the programs for other runtimes. That each package is complete by itself is checked by
 * `packed`. Needs a build, and the registry of the machine for the packages of others.
 */
export async function checkPublished(root: string): Promise<Finding[]> {
  const packages = publishable(readWorkspace(root));
  const scratch = await mkdtemp(join(tmpdir(), "a2a-published-"));
  try {
    const tarballs = await packAll(root, packages, join(scratch, "tarballs"));
    await mkdir(join(scratch, "registry"));
    await using registry = await startRegistry(join(scratch, "registry"));
    for (const tarball of tarballs.values()) await registry.publish(tarball);
    const findings: Finding[] = [];
    const project = await installAll(scratch, packages, registry);
    await using agent = await serveReadme(root, project, packages);
    for (const found of packages) {
      if (found.manifest.name === SERVER) continue;
      const problem = await tryReadme(root, project, found, agent.url);
      if (problem !== undefined) findings.push({ file: `${found.folder}/README.md`, message: problem });
    }
    findings.push(...(await tryProjects(scratch, join(project, BIN, "create-a2a"), registry)));
    const cli = join(project, BIN, "a2a");
    return [...findings, ...(await tryRuntimes({ root, scratch, registry, cli }))];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function installAll(scratch: string, packages: readonly Package[], registry: LocalRegistry): Promise<string> {
  const project = join(scratch, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const names = packages.map(({ manifest }) => manifest.name);
  await registry.npm(["install", ...names, "--ignore-scripts", "--no-audit", "--no-fund"], project);
  return project;
}

/** The first program of the server's README is the agent that the other programs call. */
async function serveReadme(root: string, project: string, packages: readonly Package[]): Promise<Started> {
  const server = packages.find(({ manifest }) => manifest.name === SERVER) as Package; // one of ours
  return startAgent(project, await writeProgram(project, server, (await firstBlock(root, server)).code));
}

async function writeProgram(project: string, { folder }: Package, code: string): Promise<string> {
  const file = `${basename(folder)}.ts`;
  await writeFile(join(project, file), code);
  return file;
}

/** The first block of code in the README of a package. */
async function firstBlock(root: string, { folder }: Package): Promise<{ language: string; code: string }> {
  const readme = await readFile(join(root, folder, "README.md"), "utf8");
  const [, language = "", code = ""] = /^```(\w+)\n(.*?)^```/ms.exec(readme) ?? [];
  return { language, code };
}

/** Runs the first program of a README. Programs that call an agent call one on this machine. */
async function tryReadme(root: string, project: string, found: Package, agentUrl: string): Promise<string | undefined> {
  const { language, code } = await firstBlock(root, found);
  if (language === "sh") {
    // Of the commands in READMEs only our own are run; those of a new project follow below.
    if (found.manifest.name !== "@a2a/cli") return undefined;
    const { ok, output } = await run(join(project, BIN, "a2a"), ["send", agentUrl, "hello"], {
      cwd: project,
      timeoutMs: 60_000,
    });
    return ok ? undefined : `the command fails when installed:\n${output.trimEnd()}`;
  }
  const local = code
    .replace(/https:\/\/[a-z]+\.example/g, agentUrl)
    // The guard of a client that nobody told otherwise blocks this machine.
    .replace("nodeClient()", "nodeClient({ egress: { allowPrivate: true } })")
    // A port that may be taken.
    .replace(/port: \d+/, "port: 0");
  const file = await writeProgram(project, found, local);
  if (/\bserve\w*\(/.test(code)) return servesAt(project, file);
  const { ok, output } = await run(process.execPath, [file], { cwd: project, timeoutMs: 60_000 });
  return ok ? undefined : `the first program fails when installed:\n${output.trimEnd()}`;
}

/** The projects that `npm create a2a` makes: their tests pass, their types are right, and they start. */
async function tryProjects(scratch: string, create: string, registry: LocalRegistry): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const args of [["plain"], ["model", "--model", "anthropic", "--store", "memory"]]) {
    const project = join(scratch, "projects", args[0] ?? "");
    try {
      await mkdir(join(scratch, "projects"), { recursive: true });
      await mustRun(create, args, { cwd: join(scratch, "projects") });
      await registry.npm(["install", "--no-audit", "--no-fund"], project);
      for (const script of ["test", "typecheck"]) await mustRun(process.execPath, ["--run", script], { cwd: project });
      await using _ = await startAgent(project, "src/main.ts");
    } catch (error) {
      findings.push({ file: "packages/create-a2a", message: `${args.join(" ")}: ${(error as Error).message}` });
    }
  }
  return findings;
}

/** Whether the program of a README serves something, which it does until it is ended. */
async function servesAt(project: string, file: string): Promise<string | undefined> {
  try {
    await using _ = await startAgent(project, file);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

interface Started extends AsyncDisposable {
  readonly url: string;
}

/** Starts a program that serves an agent and prints its URL. */
async function startAgent(project: string, file: string): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, [file], {
    cwd: project,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const { stdout } = child;
  if (stdout === null) throw new Error("the agent has no output");
  const line = await Promise.race([
    once(createInterface({ input: stdout }), "line").then(([first]) => String(first)),
    exited.then(() => ""),
  ]);
  const [url] = /http:\S+/.exec(line) ?? [];
  if (url === undefined) throw new Error(`the first program prints no URL when installed, but "${line}"`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "../finding.ts";
import { run } from "../run.ts";
import { publishable, readWorkspace } from "../workspace.ts";
import { linkInstall, packAll, type Tarballs } from "./install-tarballs.ts";

/** Programs that somebody writes in their first hour with the packages. A story is a plain program: it fails by throwing. */
const STORIES = "tools/checks/src/first-hour";
/** What a user would install for them. */
const INSTALLED = [
  ...["cli", "client", "http", "server", "tool-wrapper", "types"].map((name) => `@a2a/${name}`),
  ...["@modelcontextprotocol/client", "@modelcontextprotocol/server", "ai", "express", "hono", "zod"],
  ...["@types/express", "@types/node"],
];
const installed = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** How users configure the compiler: both ways of resolving modules, and no error in our declarations hidden. */
const compilerOptions = {
  target: "es2023",
  lib: ["es2024", "esnext.disposable", "dom", "dom.iterable"],
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  noEmit: true,
};
const resolutions = {
  nodenext: { module: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
} as const;

/**
 * The packed packages in an empty project: the stories of a user's first hour type-check under `nodenext` and `bundler`, and each of
 * them runs. Needs a build.
 */
export async function checkFirstHour(root: string): Promise<Finding[]> {
  const project = await mkdtemp(join(tmpdir(), "a2a-first-hour-"));
  try {
    const stories = await createProject(project, root);
    const checks = [
      ...Object.entries(resolutions).map(([name, resolution]) => typeCheck(project, name, resolution)),
      runStories(project, stories),
      runCli(project),
    ];
    return (await Promise.all(checks)).flat();
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

async function createProject(project: string, root: string): Promise<string[]> {
  const packages = publishable(readWorkspace(root));
  const tarballs: Tarballs = { root, packages, files: await packAll(root, packages, join(project, "tarballs")) };
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const name of INSTALLED) {
    const own = packages.find((found) => found.manifest.name === name);
    if (own === undefined) await linkThirdParty(project, root, name);
    else {
      await linkInstall(project, own, tarballs, false);
      await linkInstall(project, own, tarballs, true);
    }
  }
  await cp(join(root, STORIES), project, { recursive: true });
  // The programs of the README, which a test of the demo compares with it.
  await cp(join(root, "apps/demo/examples"), join(project, "readme"), { recursive: true });
  return (await readdir(project)).filter((name) => name.endsWith(".story.ts"));
}

async function linkThirdParty(project: string, root: string, name: string): Promise<void> {
  const path = join(project, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(await realpath(join(root, "tools/checks/node_modules", name)), path, "dir");
}

async function typeCheck(project: string, name: string, resolution: object): Promise<Finding[]> {
  const config = `tsconfig.${name}.json`;
  const options = { ...compilerOptions, ...resolution, typeRoots: [join(project, "node_modules/@types")] };
  await writeFile(
    join(project, config),
    JSON.stringify({ compilerOptions: options, include: ["*.ts", "readme/*.ts"] }),
  );
  const { ok, output } = await run(join(installed, ".bin/tsc"), ["-p", config, "--pretty", "false"], { cwd: project });
  // Errors in the declarations of frameworks are not ours to fix.
  const ours = output.split("\n").filter((text) => /: error TS/.test(text) && isOurs(text));
  return ok ? [] : ours.map((message) => ({ file: STORIES, message: `${name}: ${message}` }));
}

function isOurs(text: string): boolean {
  return !text.includes("node_modules/") || text.includes("node_modules/@a2a/") || text.startsWith("isolated/");
}

/** Runs the stories one after the other: two at a time would compete with the compiler for the processors. */
async function runStories(project: string, stories: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const story of stories) {
    const { ok, output } = await run(process.execPath, [story], { cwd: project, timeoutMs: 60_000 });
    if (!ok) findings.push({ file: `${STORIES}/${story}`, message: `fails when installed:\n${output.trimEnd()}` });
  }
  return findings;
}

/** The command works as installed: it prints its version and its help. */
async function runCli(project: string): Promise<Finding[]> {
  const file = join(project, "node_modules/@a2a/cli/dist/main.js");
  if (!existsSync(file)) return [{ file: "packages/cli", message: "the tarball holds no dist/main.js" }];
  const runs = await Promise.all(
    [["--version"], ["help"], ["help", "send"]].map((args) => run(process.execPath, [file, ...args], { cwd: project })),
  );
  const failed = runs.find(({ ok }) => !ok);
  return failed ? [{ file: "packages/cli", message: `fails when installed:\n${failed.output.trimEnd()}` }] : [];
}

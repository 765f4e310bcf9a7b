import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "./finding.ts";
import { run } from "./run.ts";
import { doorSpecifier, type Package, publishable, readWorkspace } from "./workspace.ts";

/** Where the compiler and the types of Node come from: this repository, whichever tree is checked. */
const installed = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/**
 * Each published package, packed and installed alone into an empty project with npm, holds what it should, loads through every
 * door and type-checks. Needs a build. An optional peer may be missing for any door but the main one; with the peers installed
 * every door must load.
 */
export async function checkPacked(root: string): Promise<Finding[]> {
  const packages = publishable(readWorkspace(root));
  const scratch = await mkdtemp(join(tmpdir(), "a2a-packed-"));
  try {
    const tarballs = await packAll(root, packages, join(scratch, "tarballs"));
    const findings: Finding[] = [];
    for (const found of packages) {
      const project = join(scratch, basename(found.folder));
      const messages = await checkAlone(project, found, withDependencies(found, packages, tarballs));
      findings.push(...messages.map((message) => ({ file: found.folder, message })));
    }
    return findings;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function packAll(root: string, packages: readonly Package[], out: string): Promise<Map<string, string>> {
  await mkdir(out, { recursive: true });
  const packed = packages.map(async ({ folder, manifest }) => {
    const tarball = join(out, `${basename(folder)}.tgz`);
    await mustRun("pnpm", ["pack", "--out", tarball], join(root, folder));
    return [manifest.name, tarball] as const;
  });
  return new Map(await Promise.all(packed));
}

/** The tarballs of a package and of those it depends on, directly or not: none of them need be in a registry. */
function withDependencies(
  found: Package,
  packages: readonly Package[],
  tarballs: ReadonlyMap<string, string>,
  known: Record<string, string> = {},
): Record<string, string> {
  const tarball = tarballs.get(found.manifest.name);
  if (tarball === undefined || found.manifest.name in known) return known;
  known[found.manifest.name] = `file:${tarball}`;
  const needed = { ...found.manifest.dependencies, ...found.manifest.peerDependencies };
  for (const other of packages) if (other.manifest.name in needed) withDependencies(other, packages, tarballs, known);
  return known;
}

async function checkAlone(project: string, found: Package, dependencies: Record<string, string>): Promise<string[]> {
  await mkdir(project);
  // With the overrides npm takes our own packages from the tarballs everywhere, instead of asking the registry for them.
  const manifest = { private: true, type: "module", dependencies, overrides: dependencies };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  await npmInstall(project);
  const contents = await checkContents(join(project, "node_modules", found.manifest.name));
  const peers = optionalPeers(found);
  const alone = (await loadDoors(project, found)).filter((failure) => !excused(failure, found, peers));
  if (peers.length > 0)
    await npmInstall(
      project,
      peers.map((name) => `${name}@${found.manifest.peerDependencies?.[name]}`),
    );
  const together = peers.length > 0 ? await loadDoors(project, found) : [];
  const loading = new Set([...alone, ...together].map(({ door, message }) => `${door} does not load: ${message}`));
  return [...contents, ...loading, ...(await typeCheck(project, found))];
}

async function checkContents(folder: string): Promise<string[]> {
  const missing = ["LICENSE", "README.md"].filter((name) => !existsSync(join(folder, name)));
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const leaked = /"(workspace|catalog):/.exec(manifest);
  return [
    ...missing.map((name) => `the tarball holds no ${name}`),
    ...(leaked ? [`the packed package.json still says "${leaked[1]}:"`] : []),
  ];
}

interface LoadFailure {
  door: string;
  message: string;
}

async function loadDoors(project: string, found: Package): Promise<LoadFailure[]> {
  const doors = found.doors.map((door) => doorSpecifier(found, door));
  const script = `for (const door of ${JSON.stringify(doors)}) await import(door).catch(({ message }) => {
    console.log(JSON.stringify({ door, message }));
  });`;
  await writeFile(join(project, "load.js"), script);
  const output = await mustRun(process.execPath, ["load.js"], project);
  // Each line was written by the script above.
  return output.trim() === ""
    ? []
    : output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as LoadFailure);
}

function excused({ door, message }: LoadFailure, { manifest }: Package, peers: readonly string[]): boolean {
  return door !== manifest.name && peers.some((peer) => message.includes(`Cannot find package '${peer}'`));
}

function optionalPeers({ manifest }: Package): string[] {
  return Object.keys(manifest.peerDependencies ?? {}).filter((name) => manifest.peerDependenciesMeta?.[name]?.optional);
}

async function typeCheck(project: string, found: Package): Promise<string[]> {
  const doors = found.doors.map((door, index) => `export * as door${index} from "${doorSpecifier(found, door)}";`);
  await writeFile(join(project, "doors.ts"), `${doors.join("\n")}\n`);
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    lib: ["es2024", "esnext.disposable"],
    types: ["node"],
    typeRoots: [join(installed, "@types")],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["doors.ts"] }));
  const { ok, output } = await run(join(installed, ".bin/tsc"), ["-p", ".", "--pretty", "false"], {
    cwd: project,
  });
  const ours = output.split("\n").filter(isOurs);
  return ok || ours.length === 0 ? [] : [`does not type-check when installed:\n${ours.join("\n")}`];
}

/** Whether an error is in a declaration of ours, or in what uses them. Those of frameworks are not ours to mend. */
function isOurs(line: string): boolean {
  return (
    /^[^\s(]+\(\d+,\d+\): error/.test(line) &&
    (!line.startsWith("node_modules/") || line.startsWith("node_modules/@a2a/"))
  );
}

function npmInstall(project: string, names: readonly string[] = []): Promise<string> {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  // The Node of the workspace brings its own certificates; the registry may be known to the machine only.
  return mustRun("npm", ["install", ...names, ...quiet, `--prefix=${project}`], project, { NODE_USE_SYSTEM_CA: "1" });
}

async function mustRun(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { ok, output } = await run(command, args, { cwd, env: { ...process.env, ...env } });
  if (!ok) throw new Error(`\`${basename(command)} ${args.join(" ")}\` failed:\n${output}`);
  return output;
}

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "../finding.ts";
import { mustRun, run } from "../run.ts";
import { doorSpecifier, type Package, publishable, readWorkspace } from "../workspace.ts";
import { type Install, linkInstall, optionalPeers, packAll, type Tarballs } from "./install-tarballs.ts";

/** Where the compiler and the types of Node come from: this repository, whichever tree is checked. */
const installed = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/**
 * Each published package, packed and installed alone into an empty project, holds what it should, loads through every door and
 * type-checks. Needs a build. An optional peer may be missing for any door but the main one; with the peers installed every door
 * must load.
 */
export async function checkPacked(root: string, install: Install = linkInstall): Promise<Finding[]> {
  const packages = publishable(readWorkspace(root));
  const scratch = await mkdtemp(join(tmpdir(), "a2a-packed-"));
  try {
    const tarballs = { root, packages, files: await packAll(root, packages, join(scratch, "tarballs")) };
    const findings: Finding[] = [];
    for (const found of packages) {
      const messages = await checkAlone(join(scratch, basename(found.folder)), found, tarballs, install);
      findings.push(...messages.map((message) => ({ file: found.folder, message })));
    }
    return findings;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function checkAlone(project: string, found: Package, tarballs: Tarballs, install: Install): Promise<string[]> {
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await install(project, found, tarballs, false);
  const contents = await checkContents(join(project, "node_modules", found.manifest.name));
  const peers = optionalPeers(found.manifest);
  const alone = (await loadDoors(project, found)).filter((failure) => !excused(failure, found, peers));
  if (peers.length > 0) await install(project, found, tarballs, true);
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
  const output = await mustRun(process.execPath, ["load.js"], { cwd: project, timeoutMs: 60_000 });
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
    /^[^\s(]+\(\d+,\d+\): error/.test(line) && (!line.includes("node_modules/") || line.includes("node_modules/@a2a/"))
  );
}

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "../finding.ts";
import { mustRun, run } from "../run.ts";
import { entrySpecifier, type Package, publishable, readWorkspace } from "../workspace.ts";
import { type Install, linkInstall, optionalPeers, packAll, type Tarballs } from "./install-tarballs.ts";

/** Where the compiler and the types of Node come from: this repository, whichever tree is checked. */
const installed = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/**
 * Each published package, packed and installed alone into an empty project, is complete, loads through every entry point and
 * type-checks. Needs a build. Only the main entry point must load without the optional peers; with them installed, every entry point
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
  const alone = (await loadEntryPoints(project, found)).filter((failure) => !excused(failure, found, peers));
  if (peers.length > 0) await install(project, found, tarballs, true);
  const together = peers.length > 0 ? await loadEntryPoints(project, found) : [];
  const loading = new Set([...alone, ...together].map(({ entry, message }) => `${entry} does not load: ${message}`));
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
  entry: string;
  message: string;
}

async function loadEntryPoints(project: string, found: Package): Promise<LoadFailure[]> {
  const entryPoints = found.entryPoints.map((entry) => entrySpecifier(found, entry));
  const script = `for (const entry of ${JSON.stringify(entryPoints)}) await import(entry).catch(({ message }) => {
    console.log(JSON.stringify({ entry, message }));
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

function excused({ entry, message }: LoadFailure, { manifest }: Package, peers: readonly string[]): boolean {
  return entry !== manifest.name && peers.some((peer) => message.includes(`Cannot find package '${peer}'`));
}

async function typeCheck(project: string, found: Package): Promise<string[]> {
  const entryPoints = found.entryPoints.map(
    (entry, index) => `export * as entry${index} from "${entrySpecifier(found, entry)}";`,
  );
  await writeFile(join(project, "entry-points.ts"), `${entryPoints.join("\n")}\n`);
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
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["entry-points.ts"] }));
  const { ok, output } = await run(join(installed, ".bin/tsc"), ["-p", ".", "--pretty", "false"], {
    cwd: project,
  });
  const ours = output.split("\n").filter(isOurs);
  return ok || ours.length === 0 ? [] : [`does not type-check when installed:\n${ours.join("\n")}`];
}

/** Whether an error is in our declarations or in code that uses them, as opposed to those of frameworks. */
function isOurs(line: string): boolean {
  return (
    /^[^\s(]+\(\d+,\d+\): error/.test(line) && (!line.includes("node_modules/") || line.includes("node_modules/@a2a/"))
  );
}

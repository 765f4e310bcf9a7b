import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { mustRun } from "../run.ts";
import type { Manifest, Package } from "../workspace.ts";

/** The packages of the workspace as they would be published. */
export interface Tarballs {
  root: string;
  packages: readonly Package[];
  /** Where each is packed, by its name. */
  files: ReadonlyMap<string, string>;
}

/** Installs a package and what it needs into an empty project, first without its optional peers, then with them. */
export type Install = (project: string, found: Package, tarballs: Tarballs, withPeers: boolean) => Promise<void>;

/** Packs the packages into a folder. Needs a build. */
export async function packAll(root: string, packages: readonly Package[], out: string): Promise<Map<string, string>> {
  await mkdir(out, { recursive: true });
  const packed = packages.map(async ({ folder, manifest }) => {
    const tarball = join(out, `${basename(folder)}.tgz`);
    await mustRun("pnpm", ["pack", "--out", tarball], { cwd: join(root, folder) });
    return [manifest.name, tarball] as const;
  });
  return new Map(await Promise.all(packed));
}

/** The names of the optional peers of a package. */
export function optionalPeers({ peerDependencies = {}, peerDependenciesMeta }: Manifest): string[] {
  return Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional);
}

/**
 * Installs from this machine, without a registry. Each tarball is unpacked into an isolated folder, next to links to the
 * dependencies that its manifest names and nothing else: a dependency that it forgot to name is not found, as with pnpm.
 */
export const linkInstall: Install = async (project, found, tarballs, withPeers) => {
  if (withPeers) await linkAll(project, found, optionalPeers(found.manifest), tarballs);
  else await link(await unpack(project, found, tarballs), join(project, "node_modules", found.manifest.name));
};

/** Installs with npm: what cannot be had from this machine comes from its registry. */
export const npmInstall: Install = async (project, found, tarballs, withPeers) => {
  const peers = withPeers ? optionalPeers(found.manifest) : [];
  if (!withPeers) {
    const dependencies = withDependencies(found, tarballs);
    // With the overrides npm takes our own packages from the tarballs everywhere, instead of asking the registry for them.
    const manifest = { private: true, type: "module", dependencies, overrides: dependencies };
    await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  }
  const names = peers.map((name) => `${name}@${found.manifest.peerDependencies?.[name]}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  // The Node of the workspace brings its own certificates; the registry may be known to the machine only.
  const env = { ...process.env, NODE_USE_SYSTEM_CA: "1" };
  await mustRun("npm", ["install", ...names, ...quiet, `--prefix=${project}`], {
    cwd: project,
    env,
    timeoutMs: 300_000,
  });
};

async function unpack(project: string, found: Package, tarballs: Tarballs): Promise<string> {
  const home = join(folderOf(project, found), found.manifest.name);
  const tarball = tarballs.files.get(found.manifest.name);
  // Packages may be reached on several ways, but are unpacked once.
  if (tarball === undefined || (await mkdir(home, { recursive: true })) === undefined) return home;
  await mustRun("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"], { cwd: project });
  const { dependencies, peerDependencies } = found.manifest;
  const optional = optionalPeers(found.manifest);
  const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !optional.includes(name));
  await linkAll(project, found, needed, tarballs);
  return home;
}

async function linkAll(project: string, found: Package, names: readonly string[], tarballs: Tarballs): Promise<void> {
  for (const name of names) {
    const own = tarballs.packages.find(({ manifest }) => manifest.name === name);
    const target = own
      ? await unpack(project, own, tarballs)
      : await realpath(join(tarballs.root, found.folder, "node_modules", name));
    await link(target, join(folderOf(project, found), name));
  }
}

function folderOf(project: string, { folder }: Package): string {
  return join(project, "isolated", basename(folder), "node_modules");
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, "dir");
}

/** The tarballs of a package and of those it depends on, directly or not: none of them need be in a registry. */
function withDependencies(
  found: Package,
  tarballs: Tarballs,
  known: Record<string, string> = {},
): Record<string, string> {
  const tarball = tarballs.files.get(found.manifest.name);
  if (tarball === undefined || found.manifest.name in known) return known;
  known[found.manifest.name] = `file:${tarball}`;
  const needed = { ...found.manifest.dependencies, ...found.manifest.peerDependencies };
  for (const other of tarballs.packages) if (other.manifest.name in needed) withDependencies(other, tarballs, known);
  return known;
}

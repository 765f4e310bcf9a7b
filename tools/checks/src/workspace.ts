import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The members of a package.json that the checks read. */
export interface Manifest {
  name: string;
  version?: string;
  private?: boolean;
  type?: string;
  license?: string;
  sideEffects?: boolean;
  engines?: Record<string, string>;
  files?: string[];
  bin?: string | Record<string, string>;
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** One package of the workspace. */
export interface Package {
  /** Its folder, from the root: `packages/types`. */
  folder: string;
  manifest: Manifest;
  /**
   * The files that others may import, without the extension: `index` and `errors` directly under `src/`, and `internal/streams` for our
   * own packages only.
   */
  entryPoints: string[];
}

/** Every package in `packages/`, `apps/` and `tools/`, in the order of their folders. */
export function readWorkspace(root: string): Package[] {
  return ["packages", "apps", "tools"].flatMap((parent) =>
    foldersIn(join(root, parent))
      .map((name) => `${parent}/${name}`)
      .filter((folder) => existsSync(join(root, folder, "package.json")))
      .map((folder) => readPackage(root, folder)),
  );
}

/** Those of them that are published. */
export function publishable(packages: readonly Package[]): Package[] {
  return packages.filter(({ manifest }) => !manifest.private);
}

/** How an entry point is imported: `@a2a/types` for `index`, `@a2a/types/errors` for `errors`. */
export function entrySpecifier({ manifest }: Package, entry: string): string {
  return entry === "index" ? manifest.name : `${manifest.name}/${entry}`;
}

/** The source of an entry point, from the root. */
export function entryFile({ folder }: Package, entry: string): string {
  return `${folder}/src/${entry}.ts`;
}

/** The sources that `bin` starts: programs, which are not imported. */
export function programs({ manifest }: Package): string[] {
  const bin = typeof manifest.bin === "string" ? [manifest.bin] : Object.values(manifest.bin ?? {});
  return bin.map((path) => path.replace(/^(\.\/)?dist\//, "").replace(/\.js$/, ""));
}

function readPackage(root: string, folder: string): Package {
  // The shape is npm's own; each check looks at the members it needs and reports those that are missing.
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
  const found = { folder, manifest, entryPoints: [] };
  if (!folder.startsWith("packages/") || !existsSync(join(root, folder, "src"))) return found;
  const started = programs(found);
  const entryPoints = ["", "internal/"]
    .filter((below) => existsSync(join(root, folder, "src", below)))
    .flatMap((below) => readdirSync(join(root, folder, "src", below)).map((name) => below + name))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => name.slice(0, -".ts".length))
    .filter((entry) => !started.includes(entry));
  return { folder, manifest, entryPoints: entryPoints.sort() };
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

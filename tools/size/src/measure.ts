import { builtinModules } from "node:module";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { doorFile, doorSpecifier, type Package } from "repo-check/workspace";

/** What one door costs whoever bundles it. */
export interface DoorSize {
  /** How the door is imported: `@a2a/types/errors`. */
  door: string;
  /** Minified and gzipped, in bytes. */
  gzip: number;
}

/** What is counted at a door beside what it imports itself, and what is not. */
export interface Counted {
  /** Doors without which it is of no use: what is measured is a program that imports all of them. */
  readonly with?: readonly string[];
  /** Packages that its callers have anyway. */
  readonly external?: readonly string[];
  /** A door of the same package that is always imported with it: the files of that one. */
  readonly beside?: string;
}

/**
 * Bundles each door of a package from the sources, with everything it imports except zod and peers, which the application
 * has anyway, and the modules of Node. `countedAt` names what else is to be counted at a door, or not.
 */
export function measureDoors(
  root: string,
  found: Package,
  countedAt: (door: string) => Counted = () => ({}),
): Promise<DoorSize[]> {
  const always = ["zod", ...Object.keys(found.manifest.peerDependencies ?? {})];
  const entries = new Map(found.doors.map((name) => [doorSpecifier(found, name), join(root, doorFile(found, name))]));
  return Promise.all(
    [...entries].map(async ([door, entry]) => {
      const { external = [], beside, with: others = [] } = countedAt(door);
      const apart = [...always, ...external];
      const other = beside === undefined ? undefined : entries.get(beside);
      if (beside !== undefined && other === undefined) throw new Error(`${door}: there is no door ${beside} beside it`);
      const shared = other === undefined ? [] : (await bundle([other], apart)).files;
      return { door, gzip: (await bundle([entry, ...others], apart, new Set(shared))).gzip };
    }),
  );
}

/** Bundles a program that imports some modules and exports all of theirs, as seen from where the first of them is. */
async function bundle(
  modules: readonly [string, ...string[]],
  apart: readonly string[],
  shared: ReadonlySet<string> = new Set(),
): Promise<{ gzip: number; files: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: modules.map((module) => `export * from ${JSON.stringify(module)};`).join("\n"),
      resolveDir: dirname(modules[0]),
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2023",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@a2a/source", "import"],
    external: [...apart, "node:*", ...builtinModules],
    plugins: [leavingOut(shared)],
    logLevel: "silent",
  });
  const gzip = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  return { gzip, files: Object.keys(metafile.inputs).map((file) => resolve(file)) };
}

/** Leaves files out of a bundle. */
function leavingOut(files: ReadonlySet<string>): Plugin {
  return {
    name: "leaving-out",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ path, resolveDir }) =>
        files.has(resolve(resolveDir, path)) ? { path, external: true } : undefined,
      ),
  };
}

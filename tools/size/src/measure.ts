import { builtinModules } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { doorFile, doorSpecifier, type Package } from "repo-check/workspace";

/** What one door costs whoever bundles it. */
export interface DoorSize {
  /** How the door is imported: `@a2a/types/errors`. */
  door: string;
  /** Minified and gzipped, in bytes. */
  gzip: number;
}

/**
 * Bundles each door of a package from the sources, with everything it imports except zod and peers, which the application
 * has anyway, the modules of Node, and what `externalOf` names for the door.
 */
export function measureDoors(
  root: string,
  found: Package,
  externalOf: (door: string) => readonly string[] = () => [],
): Promise<DoorSize[]> {
  const apart = ["zod", ...Object.keys(found.manifest.peerDependencies ?? {})];
  return Promise.all(
    found.doors.map(async (name) => {
      const door = doorSpecifier(found, name);
      return { door, gzip: await bundledSize(join(root, doorFile(found, name)), [...apart, ...externalOf(door)]) };
    }),
  );
}

async function bundledSize(entry: string, apart: readonly string[]): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2023",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@a2a/source", "import"],
    external: [...apart, "node:*", ...builtinModules],
    logLevel: "silent",
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}

import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile, type Plugin } from "esbuild";
import { entryFile, entrySpecifier, type Package } from "../workspace.ts";

/** The bundled size of one entry point. */
export interface EntrySize {
  /** How the entry point is imported: `@a2a/types/errors`. */
  entry: string;
  /** Minified and gzipped, in bytes. */
  gzip: number;
}

/** The code that a size includes beside the entry point's own imports, and the code it excludes. */
export interface Counted {
  /** Entry points required to use it: the measured program imports all of them. */
  readonly with?: readonly string[];
  /** Packages that its users have anyway. */
  readonly external?: readonly string[];
  /** An entry point of the same package that is always imported with it; its files are excluded. */
  readonly beside?: string;
}

/**
 * Bundles each entry point of a package from the sources, with everything it imports except zod and peers, which the application
 * has anyway, and the modules of Node. `countedAt` defines what else a size includes or excludes.
 */
export function measureEntryPoints(
  root: string,
  found: Package,
  countedAt: (entry: string) => Counted = () => ({}),
): Promise<EntrySize[]> {
  const always = ["zod", ...Object.keys(found.manifest.peerDependencies ?? {})];
  const entries = new Map(
    found.entryPoints.map((name) => [entrySpecifier(found, name), join(root, entryFile(found, name))]),
  );
  return Promise.all(
    [...entries].map(async ([entry, source]) => {
      const { external = [], beside, with: others = [] } = countedAt(entry);
      const apart = [...always, ...external];
      const other = beside === undefined ? undefined : entries.get(beside);
      if (beside !== undefined && other === undefined)
        throw new Error(`${entry}: the package has no entry point ${beside}`);
      const shared = other === undefined ? [] : (await bundle([other], apart)).files;
      return { entry, gzip: (await bundle([source, ...others], apart, new Set(shared))).gzip };
    }),
  );
}

/**
 * Bundles a program that uses one export of a package, with everything that this takes, zod included. `specifier` is resolved from the
 * folder of a package that depends on it.
 */
export async function measureProgram(folder: string, name: string, specifier: string): Promise<EntrySize> {
  const contents = `import { ${name} } from ${JSON.stringify(specifier)};\nconsole.log(${name});`;
  return { entry: programEntry(name, specifier), gzip: (await bundleText(contents, folder, [])).gzip };
}

/** How the limits name a program: `{ textOf } from @a2a/types`. */
function programEntry(name: string, specifier: string): string {
  return `{ ${name} } from ${specifier}`;
}

/** The export and the package of a program that the limits name. */
export function readProgram(entry: string): { name: string; specifier: string } | undefined {
  const [, name, specifier] = /^\{ (\w+) \} from (\S+)$/.exec(entry) ?? [];
  return name === undefined || specifier === undefined ? undefined : { name, specifier };
}

/** Bundles a program that re-exports some modules, resolved from the folder of the first. */
function bundle(
  modules: readonly [string, ...string[]],
  apart: readonly string[],
  shared?: ReadonlySet<string>,
): Promise<{ gzip: number; files: string[] }> {
  const contents = modules.map((module) => `export * from ${JSON.stringify(module)};`).join("\n");
  return bundleText(contents, dirname(modules[0]), apart, shared);
}

async function bundleText(
  contents: string,
  resolveDir: string,
  apart: readonly string[],
  shared: ReadonlySet<string> = new Set(),
): Promise<{ gzip: number; files: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir },
    outdir: "out",
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2023",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@a2a/source", "import"],
    external: [...apart, ...NOT_INSTALLED, "node:*", ...builtinModules],
    plugins: [leavingOut(shared)],
    logLevel: "silent",
  });
  const atStart = loadedAtStart(metafile.outputs);
  const gzip = outputFiles
    .filter(({ path }) => atStart.has(relative(process.cwd(), path)))
    .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  const files = [...atStart].flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
  return { gzip, files: files.map((file) => resolve(file)) };
}

/** The files that a program loads before it runs: without those of dynamic imports. */
function loadedAtStart(outputs: Metafile["outputs"]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (output: string) => {
    if (found.has(output)) return;
    found.add(output);
    for (const { kind, path, external } of outputs[output]?.imports ?? []) {
      if (kind === "import-statement" && !external) visit(path);
    }
  };
  for (const [output, { entryPoint }] of Object.entries(outputs)) if (entryPoint === "<stdin>") visit(output);
  return found;
}

/** Packages that dependencies load only where they are used, and that the overrides in pnpm-workspace.yaml leave out. */
const NOT_INSTALLED = ["@grpc/proto-loader"];

/** Excludes files from a bundle. */
function leavingOut(files: ReadonlySet<string>): Plugin {
  return {
    name: "leaving-out",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ path, resolveDir }) =>
        files.has(resolve(resolveDir, path)) ? { path, external: true } : undefined,
      ),
  };
}

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type PluginBuild } from "esbuild";

const inPackage = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * The command as a few files, and the path of the one to run: a process that reads them starts in a third of the time. They are kept
 * until a source changes, together with what Node has compiled of them.
 */
export async function bundled(): Promise<string> {
  const cache = inPackage("node_modules/.cache");
  const folder = join(cache, `a2a-${fingerprint()}`);
  if (!existsSync(folder)) {
    removeOld(cache);
    const fresh = `${folder}.${process.pid}`;
    await bundleInto(fresh);
    try {
      renameSync(fresh, folder);
    } catch {
      rmSync(fresh, { recursive: true, force: true }); // another test was faster
    }
  }
  return join(folder, "dist", "main.mjs");
}

/** Removes what nobody can be running any more. */
function removeOld(cache: string): void {
  for (const name of existsSync(cache) ? readdirSync(cache).filter((entry) => entry.startsWith("a2a-")) : []) {
    const { mtimeMs = Date.now() } = statSync(join(cache, name), { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > 3_600_000) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

/** Differs as soon as any source does. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(inPackage("..")).sort()) {
    const source = join(inPackage(".."), name, "src");
    for (const path of existsSync(source) ? readdirSync(source, { recursive: true, encoding: "utf8" }).sort() : []) {
      const { mtimeMs, size } = statSync(join(source, path), { throwIfNoEntry: false }) ?? {};
      hash.update(`${name}/${path} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function bundleInto(folder: string): Promise<void> {
  await build({
    entryPoints: [inPackage("src/main.ts")],
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    conditions: ["@a2a/source"],
    // grpc-js asks for it in services that nobody uses here, and it is not installed.
    external: ["@grpc/proto-loader"],
    // What is written for `require` asks for Node's own modules in that way.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
    plugins: [
      { name: "undici", setup: nameExports },
      { name: "yaml", setup: leaveYaml },
    ],
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  copyFileSync(inPackage("package.json"), join(folder, "package.json"));
}

/** undici is no module by itself, and in a bundle would lose the names that are imported. */
function nameExports({ onResolve, onLoad }: PluginBuild): void {
  onResolve({ filter: /^undici$/, namespace: "file" }, ({ resolveDir }) => ({
    path: "undici",
    namespace: "named",
    pluginData: resolveDir,
  }));
  onLoad({ filter: /.*/, namespace: "named" }, ({ pluginData }: { pluginData: string }) => {
    const path = createRequire(join(pluginData, "here.js")).resolve("undici");
    return {
      contents: `import all from ${JSON.stringify(path)}; export const { Agent, buildConnector } = all;`,
      resolveDir: dirname(path),
    };
  });
}

/** yaml is needed by few commands, and is loaded from where it is installed. */
function leaveYaml({ onResolve }: PluginBuild): void {
  onResolve({ filter: /^yaml$/ }, ({ path, importer }) => ({
    path: pathToFileURL(createRequire(importer).resolve(path)).href,
    external: true,
  }));
}

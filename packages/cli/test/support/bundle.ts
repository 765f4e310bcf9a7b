import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type PluginBuild } from "esbuild";

/** Bundles the command into a folder and gives its path: a process that reads a few files starts in a third of the time. */
export async function bundled(folder: string): Promise<string> {
  const inPackage = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  await build({
    entryPoints: [inPackage("src/main.ts")],
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    conditions: ["@a2a/source"],
    // What is written for `require` asks for Node's own modules in that way.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins: [
      { name: "undici", setup: nameExports },
      { name: "yaml", setup: leaveYaml },
    ],
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  copyFileSync(inPackage("package.json"), join(folder, "package.json"));
  return join(folder, "dist", "main.mjs");
}

/** undici is no module by itself, and in a bundle would lose the name that is imported. */
function nameExports({ onResolve, onLoad }: PluginBuild): void {
  onResolve({ filter: /^undici$/, namespace: "file" }, ({ resolveDir }) => ({
    path: "undici",
    namespace: "named",
    pluginData: resolveDir,
  }));
  onLoad({ filter: /.*/, namespace: "named" }, ({ pluginData }: { pluginData: string }) => {
    const path = createRequire(join(pluginData, "here.js")).resolve("undici");
    return {
      contents: `import all from ${JSON.stringify(path)}; export const { Agent } = all;`,
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

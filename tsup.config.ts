import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "tsup";

/** A file directly under `src/` or in `src/internal/` is an entry point of its package; everything else is behind them. */
const entryPoints = ["src", "src/internal"].filter((folder) => existsSync(folder)).flatMap((folder) => sources(folder));

/** The TypeScript files of a folder, without tests. */
function sources(folder: string, options: { recursive?: boolean } = {}): string[] {
  return readdirSync(folder, { ...options, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
}

export default defineConfig({
  // Every module remains one, so that bundlers can leave out those that a program does not use, and load later what it needs later.
  entry: sources("src", { recursive: true }),
  esbuildPlugins: [
    {
      name: "modules",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, kind }) =>
          kind === "entry-point" ? undefined : { path: path.replace(/\.ts$/, ".js"), external: true },
        ),
    },
  ],
  format: ["esm"],
  target: "node22",
  platform: "neutral",
  external: [/^node:/],
  dts: { entry: entryPoints },
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
});

import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "tsup";

/** A file directly under `src/` or in `src/internal/` is an entry point of its package; everything else is bundled behind them. */
const entryPoints = ["src", "src/internal"]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name}`),
  );

export default defineConfig({
  entry: entryPoints,
  format: ["esm"],
  target: "node22",
  platform: "neutral",
  external: [/^node:/],
  dts: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
});

import { readdirSync } from "node:fs";
import { defineConfig } from "tsup";

/** A file directly under `src/` is a door of its package; everything else is bundled behind the doors. */
const doors = readdirSync("src")
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => `src/${name}`);

export default defineConfig({
  entry: doors,
  format: ["esm"],
  target: "node22",
  platform: "neutral",
  external: [/^node:/],
  dts: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
});

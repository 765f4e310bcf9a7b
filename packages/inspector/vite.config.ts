import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The page is a few static files; its addresses are relative, so that it can be served below any path. */
export default defineConfig({
  root: fileURLToPath(new URL("page", import.meta.url)),
  base: "./",
  resolve: { conditions: ["@a2a/source"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("dist/page", import.meta.url)),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});

import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/**
 * The page folds events and validates nothing, so the schemas beside the functions that it uses may go. A bundler cannot know that
 * making a schema has no effect: it is told so of everything that is called on `zod`, under a name that nothing else has.
 */
const SCHEMAS = "zodSchemas";
const nameSchemas: Plugin = {
  name: "name-schemas",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/types/src/") || !code.includes('from "zod/mini"')) return undefined;
    return code.replace("import * as z from", `import * as ${SCHEMAS} from`).replace(/\bz(?=\s*\.)/g, SCHEMAS);
  },
};

/** The page is a few static files; its addresses are relative, so that it can be served below any path. */
export default defineConfig({
  root: fileURLToPath(new URL("page", import.meta.url)),
  base: "./",
  plugins: [nameSchemas],
  resolve: { conditions: ["@a2a/source"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("dist/page", import.meta.url)),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { treeshake: { manualPureFunctions: [SCHEMAS, "oneOf"] } },
  },
});

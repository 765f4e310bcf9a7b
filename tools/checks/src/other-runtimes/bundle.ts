import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles the agent into one module, as Workers need it. Fails if it uses a module of Node. */
export async function bundleAgent(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("agent.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@a2a/source"],
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild wrote nothing");
  return file.text;
}

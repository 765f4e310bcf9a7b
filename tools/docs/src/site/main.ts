// Builds the site in tools/docs/site/dist, with the API reference among its pages. With `--watch`, serves it while you write, with the
// API reference of the last build.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { apiFolder, root } from "./pages.ts";

const site = join(root, "tools/docs/site");
if (process.argv.includes("--watch")) {
  const { createServer } = await import("vitepress");
  const server = await createServer(site);
  await server.listen();
  server.printUrls();
} else {
  try {
    await writeReference();
    // Its configuration lists the pages of the reference.
    const { build } = await import("vitepress");
    await build(site);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** The settings of typedoc that the site completes. */
interface TypedocSettings {
  readonly entryPoints: readonly string[];
  readonly packageOptions: Readonly<Record<string, unknown>>;
}

/** Writes the API reference as pages of the site. */
async function writeReference(): Promise<void> {
  const out = join(root, apiFolder);
  const cache = join(root, "tools/docs/node_modules/.cache");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const options = join(cache, "typedoc.json");
  const settings = JSON.parse(readFileSync(join(root, "typedoc.json"), "utf8")) as TypedocSettings; // a file of this repository
  writeFileSync(
    options,
    JSON.stringify({
      ...settings,
      entryPoints: settings.entryPoints.map((pattern) => join(root, pattern)),
      // The READMEs are pages of their own.
      packageOptions: { ...settings.packageOptions, readme: "none" },
      plugin: [createRequire(import.meta.url).resolve("typedoc-plugin-markdown")],
      out,
      outputFileStrategy: "modules",
      entryFileName: "index.md",
      mergeReadme: false,
      hidePageHeader: true,
      hideBreadcrumbs: true,
      hideGroupHeadings: false,
      useCodeBlocks: true,
      parametersFormat: "table",
      interfacePropertiesFormat: "table",
      classPropertiesFormat: "table",
      typeAliasPropertiesFormat: "table",
      tableColumnSettings: { hideModifiers: true, hideOverrides: true, hideInherited: true, hideSources: true },
      excludeExternals: true,
      logLevel: "Warn",
    }),
  );
  const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
  try {
    await promisify(execFile)(process.execPath, [typedoc, "--options", options], { cwd: root });
  } catch (error) {
    // typedoc explains what is wrong on both streams.
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`typedoc failed:\n${stdout}${stderr}`, { cause: error });
  }
  for (const name of readdirSync(out, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".md")) rename(join(out, name), name);
}

/** Gives a page the name under which its entry point is imported, and leaves out the README of the package, which is a page itself. */
function rename(file: string, name: string): void {
  const entry = name.replace(/\.md$/, "").replace(/\/index(-1)?$/, "");
  const text = readFileSync(file, "utf8");
  const body =
    name.endsWith("/index.md") && text.includes("## Modules")
      ? text.slice(text.indexOf("## Modules"))
      : text.replace(/^# .*\n/, "");
  writeFileSync(file, name === "index.md" ? text : `# ${entry}\n\n${body.trimStart()}`);
}

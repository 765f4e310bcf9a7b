// `npm run docs`: builds the site in tools/site/dist, with the API reference in its folder `api`.
// `npm run docs -- --watch` serves it while you write, without the API reference.
import { execFile } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, createServer } from "vitepress";
import { base } from "./config.ts";
import { root } from "./pages.ts";

const site = join(root, "tools/site");
if (process.argv.includes("--watch")) {
  const server = await createServer(site);
  await server.listen();
  server.printUrls();
} else {
  try {
    const [reference] = await Promise.all([buildReference(), build(site)]);
    renameSync(reference, join(site, "dist/api"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs typedoc beside VitePress, which empties the folder of the site, and returns the folder that typedoc wrote. */
async function buildReference(): Promise<string> {
  const cache = join(site, "node_modules/.cache");
  const out = join(cache, "api");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  // A file, since typedoc takes links from no argument.
  const options = join(cache, "typedoc.json");
  const navigationLinks = { Guides: `${base}guides.html` };
  writeFileSync(
    options,
    JSON.stringify({ extends: [join(root, "typedoc.json")], navigationLinks, out, logLevel: "Warn" }),
  );
  const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
  try {
    await promisify(execFile)(process.execPath, [typedoc, "--options", options], { cwd: root });
  } catch (error) {
    // typedoc explains what is wrong on both streams.
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`typedoc failed:\n${stdout}${stderr}`, { cause: error });
  }
  return out;
}

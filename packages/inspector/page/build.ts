import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules/.cache");

/** Builds the page from its sources, unless that was done since they changed, and returns the folder of its files. */
export async function buildPage(): Promise<string> {
  const folder = join(cache, `page-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const { build } = await import("vite");
  const fresh = `${folder}.${process.pid}`;
  await build({ configFile: join(root, "vite.config.ts"), logLevel: "error", build: { outDir: fresh } });
  for (const name of readdirSync(cache).filter(
    (entry) => /^page-[0-9a-f]+$/.test(entry) && entry !== basename(folder),
  )) {
    rmSync(join(cache, name), { recursive: true, force: true });
  }
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another process was faster
  }
  return folder;
}

/** Differs as soon as any source of the page does. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = ["page", "src/protocol", "../types/src/model", "../types/src/text"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [join(root, "vite.config.ts"), ...files.sort()]) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

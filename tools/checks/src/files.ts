import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ignored = new Set(["node_modules", "dist", ".git", ".turbo", ".a2a", "coverage"]);
const ignoredPaths = new Set([".ci/out", "tools/docs/site/api"]);

/**
 * Every file of the repository under `folder`, as sorted paths from `root` with forward slashes. Leaves out what is generated
 * or installed, and does not ask git, so that it also works in an exported tree.
 */
export function listFiles(root: string, folder = "."): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
      if (ignored.has(entry.name) || ignoredPaths.has(path)) return [];
      if (entry.isDirectory()) return listFiles(root, path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/** Whether a file belongs to the tests of its package: `x.test.ts` beside its subject, or anything in `test/`. */
export function isTestFile(path: string): boolean {
  return path.endsWith(".test.ts") || /^[^/]+\/[^/]+\/test\//.test(path);
}
